import { createActor } from "xstate";
import { liveFeedMachine } from "#machines/shell/liveFeed.machine.ts";
import type { StartedServices } from "../services/startServices.ts";
import { createEventStream } from "./eventStream.ts";
import { feedTabs } from "./feedTabs.ts";

/**
 * Starts the live feed of the page. If the server implements only the documented API, there is no live feed and the
 * data are polled.
 */
export const startLiveFeed = ({
  baseUrl,
  environment,
  extensions,
  feed,
  fetchBy,
  page,
  user,
}: StartedServices): void => {
  if (!extensions.hasFields()) return;
  const actor = createActor(
    liveFeedMachine.provide({
      actors: { ...feedTabs(user.id), environment, stream: createEventStream(fetchBy, `${baseUrl}/api/Event`) },
    }),
    { id: "liveFeed", input: { jitter: Math.random() }, parent: page },
  );
  actor.on("*", feed.report);
  actor.start();
};
