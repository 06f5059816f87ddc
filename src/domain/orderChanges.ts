/** Order line in a comparison of two versions of an order. Lines with the same `key` are compared. */
export interface ComparedLine {
  key: string;
  name: string;
  count: number;
  note: string;
  modificators: readonly { name: string; count: number }[];
}

/**
 * Version of an order in a comparison, as the texts that the user sees. An empty text means that the order has no such
 * value.
 */
export interface ComparedOrder {
  lines: readonly ComparedLine[];
  phone: string;
  date: string;
  address: string;
  deliveryPhone: string;
  change: string;
  persons: string;
  note: string;
  discount: string;
  tags: readonly string[];
  status: string;
}

/**
 * Difference between two versions of an order, as `text` for the user. `field` is a property name of `ComparedOrder`,
 * or "line:" and the key of a line.
 */
export interface OrderChange {
  field: string;
  text: string;
}

const labels = {
  phone: "телефон",
  date: "время",
  address: "адрес",
  deliveryPhone: "телефон доставки",
  change: "сдача с",
  persons: "персон",
  note: "комментарий",
  discount: "скидка",
  status: "статус",
} as const satisfies Partial<Record<keyof ComparedOrder, string>>;

const facts = Object.keys(labels) as readonly (keyof typeof labels)[];

const none = "нет";

const fromTo = (label: string, before: string, after: string): string =>
  `${label}: ${before || none} → ${after || none}`;

const decimal = new Intl.NumberFormat("ru-RU", { maximumFractionDigits: 5 });

const signed = (count: number): string => `${count < 0 ? "−" : "+"}${decimal.format(Math.abs(count))}`;

const modificatorsText = (line: ComparedLine): string =>
  line.modificators
    .filter(({ count }) => count !== 0)
    .map(({ name, count }) => `${name} × ${decimal.format(count)}`)
    .sort()
    .join(", ");

const lineChanges = (before: ComparedLine | undefined, after: ComparedLine | undefined): string[] => {
  const line = after ?? before;
  if (!line) return [];
  const count = (after?.count ?? 0) - (before?.count ?? 0);
  const texts = count === 0 ? [] : [`${signed(count)} ${line.name}`];
  if (!after) return texts;
  const extras = { was: before ? modificatorsText(before) : "", is: modificatorsText(after) };
  const notes = { was: before?.note ?? "", is: after.note };
  if (extras.was !== extras.is) texts.push(fromTo(`${line.name}, добавки`, extras.was, extras.is));
  if (notes.was !== notes.is) texts.push(fromTo(`${line.name}, повару`, notes.was, notes.is));
  return texts;
};

const compareLines = (before: ComparedOrder, after: ComparedOrder): OrderChange[] => {
  const linesBefore = new Map(before.lines.map((line) => [line.key, line]));
  const linesAfter = new Map(after.lines.map((line) => [line.key, line]));
  return [...new Set([...linesBefore.keys(), ...linesAfter.keys()])].flatMap((key) =>
    lineChanges(linesBefore.get(key), linesAfter.get(key)).map((text) => ({ field: `line:${key}`, text })),
  );
};

const compareTags = (before: ComparedOrder, after: ComparedOrder): OrderChange[] => {
  const tagsBefore = new Set(before.tags);
  const tagsAfter = new Set(after.tags);
  const added = after.tags.filter((tag) => !tagsBefore.has(tag)).map((tag) => `+ тег «${tag}»`);
  const removed = before.tags.filter((tag) => !tagsAfter.has(tag)).map((tag) => `− тег «${tag}»`);
  return [...added, ...removed].map((text) => ({ field: "tags", text }));
};

/**
 * Returns the differences between two versions of an order. Their texts are for example "+2 Маргарита" or "адрес: … →
 * …".
 */
export const orderChanges = (before: ComparedOrder, after: ComparedOrder): OrderChange[] => [
  ...compareLines(before, after),
  ...facts
    .filter((fact) => before[fact] !== after[fact])
    .map((fact) => ({ field: fact, text: fromTo(labels[fact], before[fact], after[fact]) })),
  ...compareTags(before, after),
];
