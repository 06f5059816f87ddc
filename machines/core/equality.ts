const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Returns true if two plain values are deeply equal. The sequence of object keys does not matter. */
export const isEqual = (a: unknown, b: unknown): boolean => {
  if (!isObject(a) || !isObject(b)) return Object.is(a, b);
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && isEqual(a[key], b[key]));
};
