/** Returns the name of the element with the given id. If no element has this id, returns "№" with the id. */
export const nameById = (entries: readonly { readonly id: number; readonly name: string }[], id: number): string =>
  entries.find((entry) => entry.id === id)?.name ?? `№ ${id}`;
