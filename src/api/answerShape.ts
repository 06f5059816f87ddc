// The order list loads these checks at its start, so they do not use valibot. With valibot, the scripts loaded at the
// start would exceed their limit of 120 kB (README.md, "Dependencies, and why").
/**
 * Types of the fields in a server answer. `moment` is a text with a date and time, and `moment?` also allows null and a
 * missing field.
 */
export type AnswerFieldType = "number" | "string" | "boolean" | "moment" | "moment?" | "list" | "object";

const isOfType = (value: unknown, type: AnswerFieldType): boolean => {
  if (value === null || value === undefined) return type === "moment?";
  if (type === "list") return Array.isArray(value);
  if (typeof value !== "string" || !type.startsWith("moment")) return typeof value === type;
  return !Number.isNaN(Date.parse(value));
};

type AnswerFields = Readonly<Record<string, AnswerFieldType>>;

const hasTypes = (
  value: unknown,
  types: readonly (readonly [name: string, type: AnswerFieldType])[],
): value is object =>
  typeof value === "object" &&
  value !== null &&
  types.every(([name, type]) => isOfType(Reflect.get(value, name), type));

/** Returns true if the value is an object with fields of the given types. */
export const hasFields = (value: unknown, fields: AnswerFields): value is object =>
  hasTypes(value, Object.entries(fields));

/** Returns a function that checks if a value is a list of objects with fields of the given types. */
export const isListOf = (fields: AnswerFields): ((value: unknown) => boolean) => {
  const types = Object.entries(fields);
  return (value) => Array.isArray(value) && value.every((entry) => hasTypes(entry, types));
};
