/** Order with the fields that the minimal comparison pages show. */
export interface FloorRow {
  id: number;
  internalId: number;
  date: string;
  creationDate: string;
  statusId: number;
  tags: number[];
  phone: string;
  deliveryAddress: string | null;
  note: string | null;
  amount: number;
}

/** Content of a table cell: one text, or elements with a text each. */
export type FloorCell = string | { kind: "a" | "input" | "span"; texts: string[] };

const money = new Intl.NumberFormat("ru-RU", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const time = new Intl.DateTimeFormat("ru-RU", { hour: "2-digit", minute: "2-digit" });

const elapsed = (since: string): string => {
  const minutes = Math.round((Date.now() - Date.parse(since)) / 60_000);
  return `${Math.floor(minutes / 60)} ч ${minutes % 60} мин`;
};

/** Returns the cells of an order. They are the same as in the application, so that the measurements can be compared. */
export const cells = (row: FloorRow): FloorCell[] => [
  { kind: "a", texts: [String(row.internalId)] },
  { kind: "input", texts: [""] },
  time.format(new Date(row.date)),
  elapsed(row.creationDate),
  { kind: "span", texts: [`Статус ${row.statusId}`] },
  { kind: "span", texts: row.tags.map((tag) => `Тег ${tag}`) },
  row.deliveryAddress ?? "самовывоз",
  row.phone,
  row.note ?? "",
  `${money.format(row.amount)} р.`,
  { kind: "a", texts: ["Подробнее"] },
];
