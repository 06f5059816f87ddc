import { useActorRef } from "@xstate/react";
import { useEffect, useState } from "react";
import type { ActorRefFrom } from "xstate";
import { listActors } from "#machines/resource/resource.actors.ts";
import type { Identified, Listed } from "#machines/resource/resource.ts";
import { listMachineOf } from "#machines/resource/resourceList.machine.ts";
import { useReconnect } from "../browserEvents.ts";
import { useServices } from "../context.ts";
import { toast } from "../ui/toast.ts";
import type { RowCommandWords } from "./listParts.ts";

/** The machine behind one directory's list. */
export type ListActor<Row extends Identified, Command extends string> = ActorRefFrom<
  ReturnType<typeof listMachineOf<Row, Command>>
>;

/** Starts the machine of a list for as long as its screen is shown; what is done is said, and the network's return is told to it. */
export const useList = <Scope, Row extends Identified, Command extends string>(
  resource: Listed<Scope, Row, Command>,
  scope: Scope,
  words: Readonly<Record<Command, RowCommandWords<Row>>>,
): ListActor<Row, Command> => {
  const { api, now } = useServices();
  const [machine] = useState(() =>
    listMachineOf<Row, Command>().provide({ actors: listActors(resource, { api, scope, now }) }),
  );
  const list = useActorRef(machine, { id: resource.name });
  useReconnect(list);
  useEffect(() => {
    const { unsubscribe } = list.on("command.done", ({ done: { command, row } }) => toast(words[command].done(row)));
    return unsubscribe;
  }, [list, words]);
  return list;
};
