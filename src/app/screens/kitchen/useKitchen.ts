import { useSelector } from "@xstate/react";
import { useCallback, useState } from "react";
import { kitchenActors } from "#machines/boards/kitchen.actors.ts";
import {
  applyTaps,
  hasNews,
  type KitchenItem,
  type KitchenTap,
  kitchenMachine,
  type UndoableTap,
} from "#machines/boards/kitchen.ts";
import { useServices } from "../../services/context.ts";
import { failureText } from "../../services/failureText.ts";
import { useEmitted } from "../../shared/useEmitted.ts";
import { useProvidedActor } from "../../shared/useProvidedActor.ts";
import { createOutboxStore } from "../../storage/outboxStore.ts";

/** Action of the cook on a dish. `to` is the target state of a return. */
export type TapItem = (item: KitchenItem, verb: KitchenTap["verb"], to?: "new" | "cooking") => void;

/** State of the kitchen display for its components. */
export interface KitchenView {
  /** Dishes with the taps that the server has not confirmed yet. Undefined before the first answer. */
  readonly items: readonly KitchenItem[] | undefined;
  readonly error: string | undefined;
  /** False if the server does not offer the kitchen. */
  readonly isOffered: boolean;
  readonly refusal: string | undefined;
  /** Number of taps that wait for the server. */
  readonly waiting: number;
  readonly undoable: UndoableTap | undefined;
  readonly tap: TapItem;
  readonly undo: (tap: UndoableTap) => void;
  readonly refresh: () => void;
  readonly dismissRefusal: () => void;
}

const undoableOf = ({ id, state, dish }: KitchenItem, verb: KitchenTap["verb"]): UndoableTap | undefined =>
  (verb === "Start" || verb === "Ready") && state !== "ready"
    ? { itemId: id, name: dish?.name ?? "", to: state }
    : undefined;

/** Runs the kitchen display of a station, or of the whole kitchen, while the component is mounted. */
export const useKitchen = (companyId: number, stationId: number | undefined, onNews: () => void): KitchenView => {
  const { api, environment, now, newKey, user } = useServices();
  const [store] = useState(() =>
    createOutboxStore<KitchenTap>(`kitchen:${user.id}:${companyId}:${stationId ?? "all"}`),
  );
  const actor = useProvidedActor(
    kitchenMachine,
    () => kitchenActors({ api, environment, now, store }, companyId),
    { query: { companyId, stationId }, stored: store.recall() },
    { id: "kitchen" },
  );
  useEmitted(actor, { "board.read": ({ before, after }) => hasNews(before, after) && onNews() });
  const { data: items, sent, undoable, failure, refusal } = useSelector(actor, ({ context }) => context);
  const waiting = useSelector(
    useSelector(actor, ({ children }) => children.outbox),
    (outbox) => outbox?.context.entries,
  );
  const send = useCallback(
    (request: KitchenTap, undo?: UndoableTap) =>
      actor.send({ type: "tap.add", entry: { key: newKey(), request }, undoable: undo }),
    [actor, newKey],
  );
  const tap = useCallback<TapItem>(
    (item, verb, to) => {
      const at = new Date(now()).toISOString();
      send({ itemId: item.id, verb, at, digest: item.digest, ...(to && { to }) }, undoableOf(item, verb));
    },
    [now, send],
  );
  return {
    items: items && applyTaps(items, [...sent, ...(waiting ?? [])]),
    error: failureText(failure),
    isOffered: failure?.kind !== "notOffered",
    refusal: failureText(refusal),
    waiting: waiting?.length ?? 0,
    undoable,
    tap,
    undo: ({ itemId, to }) => {
      const digest = items?.find(({ id }) => id === itemId)?.digest ?? "";
      send({ itemId, verb: "Return", at: new Date(now()).toISOString(), digest, to });
    },
    refresh: () => actor.send({ type: "board.refresh" }),
    dismissRefusal: () => actor.send({ type: "refusal.dismiss" }),
  };
};
