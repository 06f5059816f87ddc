import type { Schemas } from "#api/client.ts";

type Item = Schemas["MenuItem"];
type Category = Schemas["Category"];

/** Category in the tree of the menu, with its subcategories and dishes. */
export interface Branch {
  category: Category;
  branches: Branch[];
  items: Item[];
}

const groupPairs = <Key, Value>(pairs: Iterable<readonly [Key, Value]>): ReadonlyMap<Key, Value[]> => {
  const lists = new Map<Key, Value[]>();
  for (const [key, value] of pairs) {
    const list = lists.get(key);
    if (list) list.push(value);
    else lists.set(key, [value]);
  }
  return lists;
};

/**
 * Converts the menu into a tree without empty categories. A category with an unknown parent becomes a root. `rest`
 * contains the dishes with only unknown categories.
 */
export const menuTree = (
  categories: readonly Category[],
  items: readonly Item[],
): { branches: Branch[]; rest: Item[] } => {
  const known = new Set(categories.map(({ id }) => id));
  const parentOf = ({ parentId }: Category): number | null =>
    parentId !== null && known.has(parentId) ? parentId : null;
  const children = groupPairs(categories.map((category) => [parentOf(category), category] as const));
  const dishes = groupPairs(items.flatMap((item) => item.categoriesId.map((id) => [id, item] as const)));
  const below = (parent: number | null): Branch[] =>
    (children.get(parent) ?? [])
      .map((category) => ({ category, branches: below(category.id), items: dishes.get(category.id) ?? [] }))
      .filter((branch) => branch.items.length > 0 || branch.branches.length > 0);
  return { branches: below(null), rest: items.filter(({ categoriesId }) => !categoriesId.some((id) => known.has(id))) };
};

/** Line in the tree of the menu: a category or a dish. */
export type TreeLine =
  | {
      readonly kind: "branch";
      readonly key: string;
      readonly depth: number;
      readonly branch: Branch;
      readonly isOpen: boolean;
    }
  | {
      readonly kind: "dish";
      readonly key: string;
      readonly depth: number;
      readonly item: Item;
      readonly categoryId: number | null;
    };

/** Returns the visible lines of the tree. The content of a closed category is left out. */
export const treeLines = (
  { branches, rest }: ReturnType<typeof menuTree>,
  isOpen: (categoryId: number) => boolean,
): TreeLine[] => {
  const lines: TreeLine[] = [];
  const addDishes = (items: readonly Item[], categoryId: number | null, depth: number) => {
    for (const item of items) lines.push({ kind: "dish", key: `${categoryId} ${item.id}`, depth, item, categoryId });
  };
  const add = (branch: Branch, depth: number) => {
    const { id } = branch.category;
    lines.push({ kind: "branch", key: String(id), depth, branch, isOpen: isOpen(id) });
    if (!isOpen(id)) return;
    for (const below of branch.branches) add(below, depth + 1);
    addDishes(branch.items, id, depth + 1);
  };
  for (const branch of branches) add(branch, 0);
  addDishes(rest, null, 0);
  return lines;
};
