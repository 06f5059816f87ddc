import type { Schemas } from "#api/client.ts";

type Item = Schemas["MenuItem"];
type Category = Schemas["Category"];

const folded = (text: string): string => text.toLocaleLowerCase("ru").replaceAll("ё", "е");

/** The dishes whose name or vendor code contains the text, those that begin with it first. */
export const findItems = (items: readonly Item[], text: string): Item[] => {
  const wanted = folded(text.trim());
  if (wanted === "") return [...items];
  const rank = ({ name, vendorCode }: Item): number => {
    const [word, code] = [folded(name), folded(vendorCode ?? "")];
    if (word.startsWith(wanted) || code === wanted) return 0;
    return word.includes(wanted) || code.includes(wanted) ? 1 : 2;
  };
  const ranked = items.map((item) => ({ item, rank: rank(item) })).filter(({ rank }) => rank < 2);
  return ranked.sort((a, b) => a.rank - b.rank).map(({ item }) => item);
};

/** A category of the tree with what is below it. */
export interface Branch {
  category: Category;
  branches: Branch[];
  items: Item[];
}

/** The menu as a tree; branches without a dish are left out, dishes without a known category come last of all. */
export const menuTree = (
  categories: readonly Category[],
  items: readonly Item[],
): { branches: Branch[]; rest: Item[] } => {
  const known = new Set(categories.map(({ id }) => id));
  const parentOf = ({ parentId }: Category): number | null =>
    parentId !== null && known.has(parentId) ? parentId : null;
  const below = (parent: number | null): Branch[] =>
    categories
      .filter((category) => parentOf(category) === parent)
      .map((category) => ({
        category,
        branches: below(category.id),
        items: items.filter(({ categoriesId }) => categoriesId.includes(category.id)),
      }))
      .filter((branch) => branch.items.length > 0 || branch.branches.length > 0);
  return { branches: below(null), rest: items.filter(({ categoriesId }) => !categoriesId.some((id) => known.has(id))) };
};
