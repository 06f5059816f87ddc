import { useEffect, useState } from "react";
import type { ActorRefFrom } from "xstate";
import { directoryListActors } from "#machines/directory/directory.actors.ts";
import { directoryListMachineOf } from "#machines/directory/directoryList.machine.ts";
import type { DirectoryDescriptor, Identified } from "#machines/directory/types.ts";
import type { Permissions } from "#machines/session/permissions.ts";
import { useServices } from "../services/context.ts";
import { useEmitted } from "../shared/useEmitted.ts";
import { useProvidedActor } from "../shared/useProvidedActor.ts";
import { toast } from "../ui/toast.ts";
import type { RowCommandTexts } from "./listParts.ts";

/** Actor of the directory list machine. */
type DirectoryListActor<Row extends Identified, Command extends string> = ActorRefFrom<
  ReturnType<typeof directoryListMachineOf<Row, Command>>
>;

/**
 * Runs the machine of a directory list while the component is mounted. Shows a toast and calls `onDone` after each
 * successful command.
 */
export const useDirectoryList = <Scope, Row extends Identified, Command extends string>(
  descriptor: DirectoryDescriptor<Scope, Row, Command>,
  scope: Scope,
  permissions: Permissions,
  texts: Readonly<Record<Command, RowCommandTexts<Row>>>,
): DirectoryListActor<Row, Command> => {
  const { api, environment, now } = useServices();
  const [machine] = useState(() => directoryListMachineOf(descriptor.commandRules?.(scope)));
  const list = useProvidedActor(
    machine,
    () => directoryListActors(descriptor, { api, scope, environment, now }),
    { topics: descriptor.topics, permissions, permission: descriptor.permission?.(scope) },
    { id: descriptor.name },
  );
  useEffect(() => list.send({ type: "permissions.change", permissions }), [list, permissions]);
  useEmitted(list, {
    "command.done": ({ done: { command, row } }) => {
      toast(texts[command].done(row));
      texts[command].onDone?.();
    },
  });
  return list;
};
