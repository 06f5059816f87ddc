/** Ids of the ingredients of each semi-finished stock item. The key is the id of the semi-finished item. */
export type Recipes = ReadonlyMap<number, readonly number[]>;

/** Maximum depth of nested recipes. The final item and the bought ingredients also count as levels. */
export const MAX_LEVELS = 10;

/** Maximum number of lines of a recipe after all semi-finished ingredients are replaced by bought ingredients. */
export const MAX_LINES = 1000;

/** Returns the ids of a stock item and of all its direct and indirect ingredients. */
const partsWithin = (recipes: Recipes, id: number): ReadonlySet<number> => {
  const within = new Set([id]);
  for (const one of within) for (const part of recipes.get(one) ?? []) within.add(part);
  return within;
};

/**
 * Returns the Russian reason why the stock item `partId` cannot be an ingredient of the item `id`, or undefined if it
 * can.
 */
export const partProblem = (recipes: Recipes, id: number, partId: number): string | undefined => {
  if (partId === id) return "Товар не может состоять из самого себя.";
  return partsWithin(recipes, partId).has(id) ? "Этот товар сам делают из того, который вы меняете." : undefined;
};

/**
 * Computes a value for each semi-finished item, for example its depth, from the values of its ingredients. The recipes
 * must be acyclic.
 */
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

/**
 * Returns the Russian reason why the recipes have too many levels or lines, or undefined if they are valid. The recipes
 * must not contain cycles.
 */
export const recipesProblem = (recipes: Recipes): string | undefined => {
  if (figuresOf(recipes, levelsOf).some((levels) => levels > MAX_LEVELS))
    return `Полуфабрикаты вложены друг в друга больше чем на ${MAX_LEVELS} уровней. Упростите состав.`;
  return figuresOf(recipes, linesOf).some((lines) => lines > MAX_LINES)
    ? `Если разобрать полуфабрикаты до покупного, получится больше ${MAX_LINES} строк. Упростите состав.`
    : undefined;
};
