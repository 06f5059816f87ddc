/** A category as far as its place in the tree goes. */
export interface TreeCategory {
  readonly id: number;
  readonly name: string;
  readonly parentId: number | null;
}

/** Most categories in a chain of parents, the category itself included. */
export const MAX_DEPTH = 10;

const byId = <One extends TreeCategory>(categories: readonly One[]): ReadonlyMap<number, One> =>
  new Map(categories.map((category) => [category.id, category]));

/** The category and its parents, the outermost first; a parent that is not among the categories ends it, a circle is walked once. */
const chainOf = <One extends TreeCategory>(all: ReadonlyMap<number, One>, id: number): One[] => {
  const chain: One[] = [];
  const seen = new Set<number>();
  for (let one = all.get(id); one && !seen.has(one.id); one = all.get(one.parentId ?? 0)) {
    seen.add(one.id);
    chain.unshift(one);
  }
  return chain;
};

/** Names of a category's chain of parents and its own, joined with ' - ' (business, section 3). */
export const fullNameOf = (categories: readonly TreeCategory[], id: number): string =>
  chainOf(byId(categories), id)
    .map(({ name }) => name)
    .join(" - ");

/** The category and everything below it. */
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

/** Levels of a tree: of each category its place from the top, 1 for the outermost. */
const depthsOf = (categories: readonly TreeCategory[]): ReadonlyMap<number, number> => {
  const all = byId(categories);
  return new Map(categories.map(({ id }) => [id, chainOf(all, id).length]));
};

/** What says of a parent why a category cannot stand under it; undefined when it can. */
type Judge = (parentId: number | null) => string | undefined;

const judgeFor = (categories: readonly TreeCategory[], id: number | undefined): Judge => {
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

/** Why a category cannot stand under a parent; undefined when it can. `id` is undefined for one that is yet to be added; all categories are of one kind. */
export const parentProblem = (
  categories: readonly TreeCategory[],
  id: number | undefined,
  parentId: number | null,
): string | undefined => judgeFor(categories, id)(parentId);

/** The categories that may become the parent of a category. */
export const possibleParents = <One extends TreeCategory>(
  categories: readonly One[],
  id: number | undefined,
): readonly One[] => {
  const problemOf = judgeFor(categories, id);
  return categories.filter((one) => problemOf(one.id) === undefined);
};
