const CELL = "[data-cell] input:not(:disabled)";

/** Focuses the cell of a row of the grid, and selects its text. Does nothing for an unknown row. */
export const focusCell = (grid: HTMLElement | null, row: number, cell: "item" | "count"): void => {
  const input = grid?.querySelector<HTMLInputElement>(`[data-row="${row}"] [data-cell="${cell}"] input`);
  input?.focus();
  input?.select();
};

/** Returns the cell to which the key Enter moves the focus. Returns undefined after the last cell. */
export const nextCell = (grid: HTMLElement, from: HTMLInputElement): HTMLInputElement | undefined => {
  const cells = [...grid.querySelectorAll<HTMLInputElement>(CELL)];
  return cells[cells.indexOf(from) + 1];
};

/**
 * Returns the cell of the same column in the next row (`step` 1) or the previous row (-1), or null if there is no
 * such row.
 */
export const cellInNextRow = (from: Element, step: 1 | -1): HTMLInputElement | null => {
  const row = from.closest("[data-row]");
  const name = from.closest("[data-cell]")?.getAttribute("data-cell");
  const next = step > 0 ? row?.nextElementSibling : row?.previousElementSibling;
  return next?.querySelector<HTMLInputElement>(`[data-cell="${name}"] input`) ?? null;
};
