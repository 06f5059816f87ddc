import { useCallback } from "react";
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
import { type Board, useBoard } from "../../shared/useBoard.ts";

/** Function that sends an action of the cook on a dish. `to` is the state to which the verb `Return` moves the dish. */
export type TapItem = (item: KitchenItem, verb: KitchenTap["verb"], to?: "new" | "cooking") => void;

/** Data and actions of a kitchen view for its components. */
export interface KitchenView {
  readonly board: Board<readonly KitchenItem[], KitchenTap, UndoableTap>;
  /** Dishes with the unconfirmed taps applied. Undefined before the first answer of the server. */
  readonly items: readonly KitchenItem[] | undefined;
  readonly tap: TapItem;
  readonly undo: (tap: UndoableTap) => void;
}

const undoableOf = ({ id, state, dish }: KitchenItem, verb: KitchenTap["verb"]): UndoableTap | undefined =>
  (verb === "Start" || verb === "Ready") && state !== "ready"
    ? { itemId: id, name: dish?.name ?? "", to: state }
    : undefined;

/** Runs the machine of a kitchen view while the component is mounted, for one station or for the whole kitchen. */
export const useKitchen = (companyId: number, stationId: number | undefined, onNews: () => void): KitchenView => {
  const { now } = useServices();
  const board = useBoard(kitchenMachine, (parts) => kitchenActors(parts, companyId), {
    query: { companyId, stationId },
    name: `kitchen:${companyId}:${stationId ?? "all"}`,
    topics: ["kitchen", "order"],
    onRead: (before, after) => hasNews(before, after) && onNews(),
  });
  const { data, taps, tap: send } = board;
  const tap = useCallback<TapItem>(
    (item, verb, to) => {
      const at = new Date(now()).toISOString();
      send({ itemId: item.id, verb, at, digest: item.digest, ...(to && { to }) }, undoableOf(item, verb));
    },
    [now, send],
  );
  return {
    board,
    items: data && applyTaps(data, taps),
    tap,
    undo: ({ itemId, to }) => {
      const digest = data?.find(({ id }) => id === itemId)?.digest ?? "";
      send({ itemId, verb: "Return", at: new Date(now()).toISOString(), digest, to });
    },
  };
};
