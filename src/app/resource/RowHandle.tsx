import { GripVertical } from "lucide-react";
import type { KeyboardEvent, PointerEvent } from "react";
import type { Id } from "#machines/resource/resource.ts";
import { Button } from "../ui/Button.tsx";

/** Where a row stands, and what happens when it is moved. */
export interface Place {
  readonly id: Id;
  readonly place: number;
  readonly count: number;
  /** Why rows cannot be moved. */
  readonly why: string | false | undefined;
  readonly onMove: (to: number) => void;
  /** Two presses may come before the first is drawn: a step counts from where the row then stands. */
  readonly onStep: (by: number) => void;
  /** Hears where the row is held while the pointer has it; undefined when it is let go. */
  readonly onHold: (over: number | undefined) => void;
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** The place of the row under the pointer among those of the same table. */
const placeUnder = ({ clientX, clientY, currentTarget }: PointerEvent): number => {
  const row = document.elementFromPoint(clientX, clientY)?.closest("tr[data-row]");
  const rows = currentTarget.closest("tbody")?.querySelectorAll("tr[data-row]") ?? [];
  return row ? [...rows].indexOf(row) : -1;
};

/** What a row is moved by: dragged with the pointer, or with the arrows while it has the focus. */
export const RowHandle = ({ place, count, why, onMove, onStep, onHold }: Place) => {
  const to = (next: number) => {
    if (next >= 0 && next < count && next !== place) onMove(next);
  };
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (place + step >= 0 && place + step < count) onStep(step);
  };
  const isHeld = (event: PointerEvent) => event.currentTarget.hasPointerCapture(event.pointerId);
  const name = `Переместить: место ${place + 1} из ${count}`;
  if (why)
    return (
      <Button kind="ghost" why={why} className="!border-transparent !bg-transparent px-1 opacity-60">
        <GripVertical size={16} aria-hidden />
        <span className="sr-only">{name}</span>
      </Button>
    );
  return (
    <Button
      kind="ghost"
      data-handle
      title="Перетащите или нажимайте стрелки вверх и вниз"
      className="cursor-grab touch-none px-1 active:cursor-grabbing"
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        onHold(place);
      }}
      onPointerMove={(event) => {
        const over = isHeld(event) ? placeUnder(event) : -1;
        if (over >= 0) onHold(over);
      }}
      onPointerUp={(event) => {
        if (isHeld(event)) to(placeUnder(event));
        onHold(undefined);
      }}
      onPointerCancel={() => onHold(undefined)}
    >
      <GripVertical size={16} aria-hidden />
      <span className="sr-only">{name}</span>
    </Button>
  );
};
