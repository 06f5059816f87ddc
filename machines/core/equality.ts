const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Compares two plain values deeply; the order of keys does not count. */
export const isEqual = (a: unknown, b: unknown): boolean => {
  if (!isObject(a) || !isObject(b)) return Object.is(a, b);
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && isEqual(a[key], b[key]));
};
