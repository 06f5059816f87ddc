/** Returns the name of the entry with the given id, or "№" and the id if it is not found. */
export const nameById = (entries: readonly { readonly id: number; readonly name: string }[], id: number): string =>
  entries.find((entry) => entry.id === id)?.name ?? `№ ${id}`;
