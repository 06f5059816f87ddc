/** What a value has to be: the kind that `typeof` names, what a test lets through, or an object whose named members are what they have to be. */
export type Shape = "string" | "number" | ((value: unknown) => boolean) | { readonly [name: string]: Shape };

/** Whether a value has a shape; a few lines instead of a library, for they stand on the way to the order's form. */
export const fits = (value: unknown, shape: Shape): boolean => {
  if (typeof shape === "string") return typeof value === shape;
  if (typeof shape === "function") return shape(value);
  const isObject = typeof value === "object" && value !== null;
  return isObject && Object.entries(shape).every(([name, inner]) => fits(Reflect.get(value, name), inner));
};

/** The test for a list of values that each have a shape. */
export const listOf =
  (shape: Shape) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every((one) => fits(one, shape));
