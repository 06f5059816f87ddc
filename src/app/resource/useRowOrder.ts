import { useLayoutEffect, useRef, useState } from "react";
import type { Id, Identified } from "#machines/resource/resource.ts";
import type { Move } from "#machines/resource/resourceList.machine.ts";
import type { Place } from "./RowHandle.tsx";

/** How the rows of a directory are put into another order. */
export interface RowOrder {
  readonly why: string | false | undefined;
  readonly onMove: (move: Move) => void;
}

interface Held {
  readonly id: Id;
  readonly from: number;
  readonly over: number;
}

const sideOf = ({ from, over }: Held, place: number): "before" | "after" | "held" | undefined => {
  if (place === from) return "held";
  if (place !== over) return undefined;
  return over < from ? "before" : "after";
};

/** What the rows of a table need to be moved: their places, where the held one would fall, and the focus that goes with it. */
export const useRowOrder = (rows: readonly Identified[], order: RowOrder | undefined) => {
  const [held, setHeld] = useState<Held>();
  const [said, say] = useState("");
  const movedId = useRef<Id>(undefined);
  // A row that the browser has put elsewhere has lost its focus on the way.
  useLayoutEffect(() => {
    if (movedId.current === undefined) return;
    document.querySelector<HTMLElement>(`tr[data-row="${movedId.current}"] [data-handle]`)?.focus();
    say(`Место ${rows.findIndex(({ id }) => id === movedId.current) + 1} из ${rows.length}`);
    movedId.current = undefined;
  }, [rows]);
  const move = (move: Move) => {
    movedId.current = move.id;
    order?.onMove(move);
  };
  const placeOf = (id: Id, place: number): Place | undefined =>
    order && {
      id,
      place,
      count: rows.length,
      why: order.why,
      onMove: (to) => move({ id, to }),
      onStep: (by) => move({ id, by }),
      onHold: (over) => setHeld(over === undefined ? undefined : { id, from: place, over }),
    };
  return { placeOf, markOf: (place: number) => held && sideOf(held, place), said };
};
