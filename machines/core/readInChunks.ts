/**
 * Maximum number of records that are read concurrently. Additional reads would wait in the browser's connection queue
 * and could exceed their time limit.
 */
const CHUNK = 20;

/** Reads many records, one chunk after another, and returns them in the sequence of `items`. */
export const readInChunks = async <Item, Found>(
  items: readonly Item[],
  read: (item: Item) => Promise<Found>,
): Promise<Found[]> => {
  const found: Found[] = [];
  for (let at = 0; at < items.length; at += CHUNK)
    found.push(...(await Promise.all(items.slice(at, at + CHUNK).map(read))));
  return found;
};
