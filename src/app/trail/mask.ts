const secret = /token|password|secret|authorization|cookie|key$|hash/i;
const personal = /phone|alias|address|note|comment|email|userName|apartment|entrance|level|building/i;

const MAX_ITEMS = 20;
const MAX_DEPTH = 6;
const HIDDEN = "•••";

const truncate = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

/** Pattern for phone numbers and for ISO 8601 dates and times. Phone numbers are masked, dates and times are not. */
const datesAndPhones = /(\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?)|\+?\d[\d\s()-]{8,}\d/g;

const maskText = (text: string): string =>
  truncate(text.replace(datesAndPhones, (_, date: string | undefined) => date ?? HIDDEN));

const maskEntry = (name: string, value: unknown, depth: number): unknown => {
  if (value === undefined || value === null) return value;
  return secret.test(name) || (personal.test(name) && typeof value !== "object") ? HIDDEN : maskAt(value, depth);
};

const maskAt = (value: unknown, depth: number): unknown => {
  if (typeof value === "string") return maskText(value);
  if (typeof value === "function") return "функция";
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_DEPTH) return "…";
  if (value instanceof Error) return { name: value.name, message: maskText(value.message) };
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => maskAt(item, depth + 1));
  const isPlain = [Object.prototype, null].includes(Object.getPrototypeOf(value));
  if (!isPlain) return value.constructor.name;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, maskEntry(name, inner, depth + 1)]));
};

/** Returns a copy of a value without secrets and personal data. Deep objects, long lists and long texts are cut off. */
export const mask = (value: unknown): unknown => maskAt(value, 0);
