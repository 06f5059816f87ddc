type FieldType = "number" | "string" | "boolean" | "moment" | "list" | "object";

const isOfType = (value: unknown, type: FieldType): boolean => {
  if (type === "list") return Array.isArray(value);
  if (type === "moment") return typeof value === "string" && !Number.isNaN(Date.parse(value));
  return typeof value === type && value !== null;
};

/**
 * Returns true if the value is an object whose fields have the types in `fields`. The type `moment` stands for a text
 * with a date and a time.
 */
export const hasFields = (value: unknown, fields: Readonly<Record<string, FieldType>>): value is object =>
  typeof value === "object" &&
  value !== null &&
  Object.entries(fields).every(([name, type]) => isOfType(Reflect.get(value, name), type));

/** Returns a function that checks if a value is a list of objects whose fields have the given types. */
export const isListOf =
  (fields: Readonly<Record<string, FieldType>>) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every((entry) => hasFields(entry, fields));
