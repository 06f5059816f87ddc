import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import type { DocumentLine } from "#machines/directory/descriptors/documentLines.ts";
import { cellInNextRow, focusCell, nextCell } from "./gridKeys.ts";

const MOST_LINES = 500;

/** Cell that gets the focus after the next render. */
interface NextFocus {
  readonly row: number;
  readonly cell: "item" | "count";
}

interface Titled {
  readonly id: number;
  readonly title: string;
}

/** Returns the title of a stock item that the catalogue no longer has. */
export const removedTitle = (stockItemId: number): string => `№ ${stockItemId} (удалён)`;

/**
 * Returns the state and the actions of a grid in which the lines of a document are edited by keyboard. To find the cell
 * that gets the focus, the hook needs `data-row` with the key of the line on each row, and `data-cell` on each cell.
 */
export const useLineGrid = <Line extends DocumentLine>({
  lines,
  blank,
  readLines,
  onLines,
}: {
  lines: readonly Line[];
  blank: (lines: readonly Line[]) => Line;
  /** Returns the current lines. `readLines` and `onLines` must be the same functions at each render. */
  readLines: () => readonly Line[];
  onLines: (lines: Line[]) => void;
}) => {
  const grid = useRef<HTMLDivElement>(null);
  const [focus, setFocus] = useState<NextFocus>();
  useEffect(() => {
    if (!focus) return;
    // The combobox takes the focus back when it closes, so the new focus is set in a later task.
    const timer = setTimeout(() => focusCell(grid.current, focus.row, focus.cell));
    return () => clearTimeout(timer);
  }, [focus]);
  const commands = useMemo(
    () => ({
      /**
       * Returns the items that can be chosen in a line; an item of a different line is disabled. The line's own item is
       * included even if the catalogue no longer has it.
       */
      choicesFor: (items: readonly Titled[], own: number) => {
        const taken = new Set(readLines().map(({ stockItemId }) => stockItemId));
        return [
          ...items.map(({ id, title }) => ({
            id,
            name: title,
            why: id !== own && taken.has(id) ? "уже в документе" : undefined,
          })),
          ...(own > 0 && items.every(({ id }) => id !== own) ? [{ id: own, name: removedTitle(own) }] : []),
        ];
      },
      change: (at: number, patch: Partial<Line>) => {
        const now = readLines();
        onLines(now.map((line, index) => (index === at ? { ...line, ...patch } : line)));
        const row = now[at]?.key;
        if (patch.stockItemId !== undefined && row !== undefined) setFocus({ row, cell: "count" });
      },
      remove: (at: number) => onLines(readLines().filter((_, index) => index !== at)),
    }),
    [readLines, onLines],
  );
  const whyNotToAdd = lines.length >= MOST_LINES && `В документе не больше ${MOST_LINES} строк`;
  const add = () => {
    const line = blank(lines);
    onLines([...lines, line]);
    setFocus({ row: line.key, cell: "item" });
  };
  return {
    grid,
    add,
    whyNotToAdd,
    /** Commands of the rows. The object keeps its identity between renders. */
    commands,
    moveByKey: (event: KeyboardEvent) => {
      const { target, key } = event;
      if (event.defaultPrevented || event.ctrlKey || !(target instanceof HTMLInputElement) || target.type === "file")
        return;
      const isCombobox = target.getAttribute("role") === "combobox";
      if (key === "Enter" && grid.current) {
        // Enter must not submit the form.
        event.preventDefault();
        if (isCombobox && target.getAttribute("aria-expanded") === "true") return;
        const next = nextCell(grid.current, target);
        if (next) {
          next.focus();
          next.select();
        } else if (!whyNotToAdd) add();
      } else if ((key === "ArrowDown" || key === "ArrowUp") && !isCombobox) {
        event.preventDefault();
        cellInNextRow(target, key === "ArrowDown" ? 1 : -1)?.focus();
      }
    },
  };
};

/** Keyboard grid with its commands. */
export type LineGrid<Line extends DocumentLine = DocumentLine> = ReturnType<typeof useLineGrid<Line>>;
