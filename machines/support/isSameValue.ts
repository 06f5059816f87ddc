const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Whether two plain values hold the same, whatever the order of their keys. */
export const isSameValue = (a: unknown, b: unknown): boolean => {
  if (!isObject(a) || !isObject(b)) return Object.is(a, b);
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && isSameValue(a[key], b[key]));
};
