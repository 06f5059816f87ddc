/** A row of the list as the server sends it, as far as the floors draw it. */
export interface FloorRow {
  id: number;
  internalId: number;
  date: string;
  phone: string;
  deliveryAddress: string | null;
  note: string | null;
  amount: number;
}

const money = new Intl.NumberFormat("ru-RU", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const time = new Intl.DateTimeFormat("ru-RU", { hour: "2-digit", minute: "2-digit" });

/** The texts of a row's cells. */
export const cells = (row: FloorRow): string[] => [
  String(row.internalId),
  time.format(new Date(row.date)),
  row.deliveryAddress ?? "самовывоз",
  row.phone,
  row.note ?? "",
  `${money.format(row.amount)} р.`,
];
