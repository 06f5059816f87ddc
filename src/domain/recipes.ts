/** Parts of each half-finished stock item. */
export type Recipes = ReadonlyMap<number, readonly number[]>;

/** Maximum number of nested levels, the outermost and the bought items included. */
export const MAX_LEVELS = 10;

/** Maximum number of lines of a half-finished item that is exploded to bought items. */
export const MAX_LINES = 1000;

/** Returns a stock item and all its parts, at any depth. */
const partsWithin = (recipes: Recipes, id: number): ReadonlySet<number> => {
  const within = new Set([id]);
  for (const one of within) for (const part of recipes.get(one) ?? []) within.add(part);
  return within;
};

/** Returns the Russian reason why a stock item cannot be a part of another one. */
export const partProblem = (recipes: Recipes, id: number, partId: number): string | undefined => {
  if (partId === id) return "Товар не может состоять из самого себя.";
  return partsWithin(recipes, partId).has(id) ? "Этот товар сам делают из того, который вы меняете." : undefined;
};

/** Computes a figure of each stock item from the figures of its parts. The recipes must not have cycles. */
const figuresOf = (recipes: Recipes, figure: (parts: readonly number[]) => number): number[] => {
  const known = new Map<number, number>();
  const of = (id: number): number => {
    const value = known.get(id) ?? figure((recipes.get(id) ?? []).map(of));
    known.set(id, value);
    return value;
  };
  return [...recipes.keys()].map(of);
};

const levelsOf = (parts: readonly number[]): number => 1 + Math.max(0, ...parts);
const linesOf = (parts: readonly number[]): number =>
  parts.length === 0 ? 1 : parts.reduce((sum, part) => sum + part);

/** Returns the Russian reason why the recipes are too deep or too long. The recipes must not have cycles. */
export const recipesProblem = (recipes: Recipes): string | undefined => {
  if (figuresOf(recipes, levelsOf).some((levels) => levels > MAX_LEVELS))
    return `Полуфабрикаты вложены друг в друга больше чем на ${MAX_LEVELS} уровней. Упростите состав.`;
  return figuresOf(recipes, linesOf).some((lines) => lines > MAX_LINES)
    ? `Если разобрать полуфабрикаты до покупного, получится больше ${MAX_LINES} строк. Упростите состав.`
    : undefined;
};
