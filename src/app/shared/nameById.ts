/** Returns the name of the entry with this id, or its number. */
export const nameById = (entries: readonly { readonly id: number; readonly name: string }[], id: number): string =>
  entries.find((entry) => entry.id === id)?.name ?? `№ ${id}`;
