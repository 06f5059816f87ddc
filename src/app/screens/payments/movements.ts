/** Title and colour of each kind of money movement in the payments of a day. */
export const movements = {
  pending: { title: "ждёт", colour: "orange" },
  accepted: { title: "принята", colour: "green" },
  refunded: { title: "возврат", colour: "red" },
} as const;
