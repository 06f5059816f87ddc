import { useSelector } from "@xstate/react";
import { useCallback, useState } from "react";
import type { boardMachineOf } from "#machines/boards/board.machine.ts";
import type { LiveTopic } from "#machines/core/environment.ts";
import type { Failure } from "#machines/core/failure.ts";
import type { OutboxEntry, OutboxParts } from "#machines/core/outbox.ts";
import type { QueryParts } from "#machines/core/query.actors.ts";
import { useServices } from "../services/context.ts";
import { createOutboxStore } from "../storage/outboxStore.ts";
import { useEmitted } from "./useEmitted.ts";
import { type ProvidableActors, useProvidedActor } from "./useProvidedActor.ts";

type BoardMachine<Query, Data, Tap, Undo> = ReturnType<typeof boardMachineOf<Query, Data, Tap, Undo>>;

/** Data and actions of a board for its components. */
export interface Board<Data, Tap, Undo> {
  /** Data from the last answer of the server. Undefined before the first answer. */
  readonly data: Data | undefined;
  /** Taps of the user whose effect `data` does not show yet, oldest first. */
  readonly taps: readonly OutboxEntry<Tap>[];
  /** Number of taps that the server has not confirmed yet. */
  readonly waiting: number;
  readonly failure: Failure | undefined;
  readonly refusal: Failure | undefined;
  readonly undoable: Undo | undefined;
  /** Sends a tap. `undoable` contains the data for undoing the tap. */
  readonly tap: (request: Tap, undoable?: Undo) => void;
  readonly refresh: () => void;
  readonly dismissRefusal: () => void;
}

/**
 * Runs the machine of a board while the component is mounted. The machine reads its data again after changes of the
 * `topics`, and stores unsent taps under `name`. `onRead` gets each answer except the first, together with the previous
 * answer.
 */
export const useBoard = <Query, Data, Tap, Undo>(
  machine: BoardMachine<Query, Data, Tap, Undo>,
  createActors: (parts: QueryParts & OutboxParts<Tap>) => ProvidableActors<BoardMachine<Query, Data, Tap, Undo>>,
  {
    query,
    name,
    topics,
    onRead,
  }: {
    query: Query;
    name: string;
    topics: readonly LiveTopic[];
    onRead: (before: Data, after: Data) => void;
  },
): Board<Data, Tap, Undo> => {
  const { api, environment, now, newKey, user } = useServices();
  const [store] = useState(() => createOutboxStore<Tap>(`${name}:${user.id}`));
  const actor = useProvidedActor(
    machine,
    () => createActors({ api, environment, now, store }),
    { query, stored: store.recall(), topics },
    { id: "board" },
  );
  useEmitted(actor, { "board.read": ({ before, after }) => onRead(before, after) });
  const { data, sent, undoable, failure, refusal } = useSelector(actor, ({ context }) => context);
  const waiting =
    useSelector(
      useSelector(actor, ({ children }) => children.outbox),
      (outbox) => outbox?.context.entries,
    ) ?? [];
  const tap = useCallback(
    (request: Tap, undo?: Undo) =>
      actor.send({ type: "tap.add", entry: { key: newKey(), request }, ...(undo !== undefined && { undoable: undo }) }),
    [actor, newKey],
  );
  return {
    data,
    taps: [...sent, ...waiting],
    waiting: waiting.length,
    failure,
    refusal,
    undoable,
    tap,
    refresh: () => actor.send({ type: "board.refresh" }),
    dismissRefusal: () => actor.send({ type: "refusal.dismiss" }),
  };
};
