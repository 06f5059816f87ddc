/** Returns the link in the row of an order, or null if the order is not shown. */
export const linkOfRow = (id: number | undefined) =>
  document.querySelector<HTMLElement>(`tr[data-row="${id}"] [data-open]`);
