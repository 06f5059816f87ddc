import type { Schemas } from "#api/client.ts";

type Item = Schemas["MenuItem"];

const folded = (text: string): string => text.toLocaleLowerCase("ru").replaceAll("ё", "е");

/** Dish, with its name and vendor code prepared for the search. */
interface IndexedItem {
  readonly item: Item;
  readonly name: string;
  readonly code: string;
}

const indexes = new WeakMap<readonly Item[], readonly IndexedItem[]>();

/**
 * Returns the dishes of a menu prepared for the search. The result is cached, because preparing thousands of names on
 * each keystroke is slow.
 */
const indexOf = (items: readonly Item[]): readonly IndexedItem[] => {
  const known = indexes.get(items);
  if (known) return known;
  const index = items.map((item) => ({ item, name: folded(item.name), code: folded(item.vendorCode ?? "") }));
  indexes.set(items, index);
  return index;
};

/**
 * Returns the dishes with a name or vendor code that contains the text; an empty text finds all dishes. Names that
 * start with the text and codes that equal the text come first.
 */
export const findItems = (items: readonly Item[], text: string): readonly Item[] => {
  const query = folded(text.trim());
  if (query === "") return items;
  const [first, second]: [Item[], Item[]] = [[], []];
  for (const { item, name, code } of indexOf(items)) {
    if (name.startsWith(query) || code === query) first.push(item);
    else if (name.includes(query) || code.includes(query)) second.push(item);
  }
  return [...first, ...second];
};
