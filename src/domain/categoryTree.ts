/** Category with the id of its parent category. */
export interface TreeCategory {
  readonly id: number;
  readonly name: string;
  readonly parentId: number | null;
}

/** Maximum depth of the category tree. A category without a parent has depth 1. */
export const MAX_DEPTH = 10;

const byId = <One extends TreeCategory>(categories: readonly One[]): ReadonlyMap<number, One> =>
  new Map(categories.map((category) => [category.id, category]));

/**
 * Returns the categories from the root category to the category `id`, or an empty list if there is no such category. If
 * a parent is unknown or the parents form a cycle, the first category of the result is not a root category.
 */
const chainOf = <One extends TreeCategory>(all: ReadonlyMap<number, One>, id: number): One[] => {
  const chain: One[] = [];
  const seen = new Set<number>();
  for (let one = all.get(id); one && !seen.has(one.id); one = all.get(one.parentId ?? 0)) {
    seen.add(one.id);
    chain.unshift(one);
  }
  return chain;
};

/**
 * Returns the names on the path from the root category to the category `id`, joined with ' - ' (business, section 3).
 * Returns an empty string if there is no such category.
 */
export const fullNameOf = (categories: readonly TreeCategory[], id: number): string =>
  chainOf(byId(categories), id)
    .map(({ name }) => name)
    .join(" - ");

/** Returns the ids of a category and of all its descendants. */
export const branchOf = (categories: readonly TreeCategory[], id: number): ReadonlySet<number> => {
  const children = new Map<number | null, number[]>();
  for (const one of categories) {
    const list = children.get(one.parentId);
    if (list) list.push(one.id);
    else children.set(one.parentId, [one.id]);
  }
  const branch = new Set([id]);
  for (const one of branch) for (const child of children.get(one) ?? []) branch.add(child);
  return branch;
};

/** Returns the depth of each category. A category without a parent has depth 1. */
const depthsOf = (categories: readonly TreeCategory[]): ReadonlyMap<number, number> => {
  const all = byId(categories);
  return new Map(categories.map(({ id }) => [id, chainOf(all, id).length]));
};

/**
 * Function that returns the Russian reason why a category cannot get the given parent, or undefined if there is none.
 */
type ParentCheck = (parentId: number | null) => string | undefined;

const createParentCheck = (categories: readonly TreeCategory[], id: number | undefined): ParentCheck => {
  const depths = depthsOf(categories);
  const branch = id === undefined ? new Set<number>() : branchOf(categories, id);
  const deepest = Math.max(...[...branch].map((one) => depths.get(one) ?? 0));
  const height = id === undefined ? 1 : deepest - (depths.get(id) ?? 0) + 1;
  return (parentId) => {
    if (parentId === null) return undefined;
    const depth = depths.get(parentId);
    if (depth === undefined) return "Такой категории нет. Выберите другую.";
    if (id === parentId) return "Категория не может быть родителем самой себе.";
    if (branch.has(parentId)) return "Нельзя вложить категорию в её собственную подкатегорию.";
    return depth + height > MAX_DEPTH ? `Вложенность не больше ${MAX_DEPTH} уровней.` : undefined;
  };
};

/**
 * Returns the Russian reason why the category `id` cannot get the given parent, or undefined if there is none. An
 * undefined `id` means a new category. All `categories` must have the same owner.
 */
export const parentProblem = (
  categories: readonly TreeCategory[],
  id: number | undefined,
  parentId: number | null,
): string | undefined => createParentCheck(categories, id)(parentId);

/** Returns the categories that can be the parent of the category `id`. An undefined `id` means a new category. */
export const possibleParents = <One extends TreeCategory>(
  categories: readonly One[],
  id: number | undefined,
): readonly One[] => {
  const problemOf = createParentCheck(categories, id);
  return categories.filter((one) => problemOf(one.id) === undefined);
};
