/** Of each half-finished stock item the stock items that it is made of. */
export type Recipes = ReadonlyMap<number, readonly number[]>;

/** Most levels of half-finished items within each other, the outermost and what is bought included. */
export const MAX_LEVELS = 10;

/** Most lines that a half-finished item may come to when it is taken apart to what is bought. */
export const MAX_LINES = 1000;

/** The stock item and everything that it is made of, however deep. */
const allWithin = (recipes: Recipes, id: number): ReadonlySet<number> => {
  const within = new Set([id]);
  for (const one of within) for (const part of recipes.get(one) ?? []) within.add(part);
  return within;
};

/** Why a stock item cannot be made of another one; undefined when it can. */
export const partProblem = (recipes: Recipes, id: number, partId: number): string | undefined => {
  if (partId === id) return "Товар не может состоять из самого себя.";
  return allWithin(recipes, partId).has(id) ? "Этот товар сам делают из того, который вы меняете." : undefined;
};

/** Finds a figure of each stock item out of the figures of its parts; nothing may be made of itself. */
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

/** Why recipes cannot be so deep or so long; undefined when they can. Nothing in them may be made of itself. */
export const recipesProblem = (recipes: Recipes): string | undefined => {
  if (figuresOf(recipes, levelsOf).some((levels) => levels > MAX_LEVELS))
    return `Полуфабрикаты вложены друг в друга больше чем на ${MAX_LEVELS} уровней. Упростите состав.`;
  return figuresOf(recipes, linesOf).some((lines) => lines > MAX_LINES)
    ? `Если разобрать полуфабрикаты до покупного, получится больше ${MAX_LINES} строк. Упростите состав.`
    : undefined;
};
