import type { Schemas } from "#api/client.ts";

/** Categories, and dishes that can be ordered. */
export interface OrderMenu {
  readonly categories: readonly Schemas["Category"][];
  readonly items: readonly Schemas["MenuItem"][];
}

const isOffered = (
  all: ReadonlyMap<number, Schemas["Category"]>,
  category: Schemas["Category"],
  below: readonly number[] = [],
): boolean => {
  if (category.isActive === false || below.includes(category.id)) return false;
  const parent = all.get(category.parentId ?? 0);
  return parent === undefined || isOffered(all, parent, [...below, category.id]);
};

/**
 * Returns the menu without inactive categories and their subcategories. A dish that has only such categories is left
 * out too, and the other dishes lose these categories.
 */
export const toOrderMenu = ({ categories, items }: OrderMenu): OrderMenu => {
  const all = new Map(categories.map((category) => [category.id, category]));
  const offered = categories.filter((category) => isOffered(all, category));
  if (offered.length === categories.length) return { categories, items };
  const known = new Set(offered.map(({ id }) => id));
  const found = items.flatMap((item) => {
    const categoriesId = item.categoriesId.filter((id) => known.has(id) || !all.has(id));
    return categoriesId.length > 0 || item.categoriesId.length === 0 ? [{ ...item, categoriesId }] : [];
  });
  return { categories: offered, items: found };
};
