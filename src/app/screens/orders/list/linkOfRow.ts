/** Returns the link element in the row of an order, or null if the table does not contain the order. */
export const linkOfRow = (id: number | undefined) =>
  document.querySelector<HTMLElement>(`tr[data-row="${id}"] [data-open]`);
