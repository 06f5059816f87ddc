interface Numbered {
  readonly id: number;
}

/** Keys for React by the ids of rows: a row that stays keeps its own, whatever comes beside it; where none stays, as on a turned page, the rows are drawn with the elements of those before. */
export const createRowKeys = () => {
  let keys: ReadonlyMap<number, number> = new Map();
  let made = 0;
  return (rows: readonly Numbered[]): ReadonlyMap<number, number> => {
    const isAnotherPage = rows.every(({ id }) => !keys.has(id));
    const left = isAnotherPage ? [...keys.values()] : [];
    const keyOf = (id: number, place: number): number => {
      const known = keys.get(id) ?? left[place];
      if (known !== undefined) return known;
      made += 1;
      return made;
    };
    keys = new Map(rows.map(({ id }, place) => [id, keyOf(id, place)]));
    return keys;
  };
};
