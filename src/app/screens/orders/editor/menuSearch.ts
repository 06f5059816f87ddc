import type { Schemas } from "#api/client.ts";

type Item = Schemas["MenuItem"];

const folded = (text: string): string => text.toLocaleLowerCase("ru").replaceAll("ё", "е");

/** A dish with what it is searched by. */
interface Searched {
  readonly item: Item;
  readonly name: string;
  readonly code: string;
}

const searched = new WeakMap<readonly Item[], readonly Searched[]>();

/** Folding the case of thousands of names at each key would be felt; it is done once a menu. */
const indexOf = (items: readonly Item[]): readonly Searched[] => {
  const known = searched.get(items);
  if (known) return known;
  const made = items.map((item) => ({ item, name: folded(item.name), code: folded(item.vendorCode ?? "") }));
  searched.set(items, made);
  return made;
};

/** The dishes whose name or vendor code contains the text, those that begin with it first. */
export const findItems = (items: readonly Item[], text: string): readonly Item[] => {
  const wanted = folded(text.trim());
  if (wanted === "") return items;
  const [first, second]: [Item[], Item[]] = [[], []];
  for (const { item, name, code } of indexOf(items)) {
    if (name.startsWith(wanted) || code === wanted) first.push(item);
    else if (name.includes(wanted) || code.includes(wanted)) second.push(item);
  }
  return [...first, ...second];
};
