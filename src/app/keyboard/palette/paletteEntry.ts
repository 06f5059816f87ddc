/** Entry of the command palette. `why` is the reason why the entry cannot be chosen. */
export interface PaletteEntry {
  readonly title: string;
  readonly hint: string;
  readonly why?: string | undefined;
  readonly run: () => void;
}
