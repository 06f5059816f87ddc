/** Line of a form for a stock document. A `stockItemId` of 0 means that no item is chosen. */
export interface DocumentLine {
  /** React key of the line, unique while the form is open. */
  readonly key: number;
  readonly stockItemId: number;
}

/** Returns a key for a new line, which none of the `lines` has. */
export const nextLineKey = (lines: readonly DocumentLine[]): number => Math.max(0, ...lines.map(({ key }) => key)) + 1;
