import { fromPromise } from "xstate";
import type { Api } from "#api/client.ts";
import type { FeedRequest } from "./feed.machine.ts";
import type { Fed, FeedCommand, FeedDone, FeedPage } from "./feed.ts";
import type { Identified } from "./resource.ts";

/** What the machine of a long list asks the server. */
export const feedActors = <Row extends Identified, Command extends string>(api: Api, fed: Fed<Row, Command>) => ({
  load: fromPromise(
    ({ input: { filter, cursor }, signal }: { input: FeedRequest; signal: AbortSignal }): Promise<FeedPage<Row>> =>
      fed.page(api, filter, cursor, signal),
  ),
  run: fromPromise(
    async ({
      input,
      signal,
    }: {
      input: FeedCommand<Row, Command> | undefined;
      signal: AbortSignal;
    }): Promise<FeedDone<Row, Command>> => {
      if (!input) throw new Error("No command was chosen");
      return { ...input, after: await fed.commands[input.command](api, input.row, signal) };
    },
  ),
});
