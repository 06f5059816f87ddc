import { expect, test } from "vitest";
import { createRowKeys } from "#app/screens/orders/list/rowKeys.ts";

const rows = (...ids: number[]) => ids.map((id) => ({ id }));
const listed = (keys: ReadonlyMap<number, number>) => [...keys.values()];

test("a row keeps its key while others come and go, and no two rows share one", () => {
  const keysOf = createRowKeys();
  const before = keysOf(rows(1, 2, 3));
  const after = keysOf(rows(9, 3, 2));
  expect([after.get(2), after.get(3)]).toEqual([before.get(2), before.get(3)]);
  expect(listed(before)).not.toContain(after.get(9));
});

test("a row that comes in a refresh does not take the elements of one that left, nor the focus on them", () => {
  const keysOf = createRowKeys();
  const gone = keysOf(rows(1, 2)).get(1);
  expect(listed(keysOf(rows(2, 5)))).not.toContain(gone);
});

test("another page is drawn with the elements of the one before, a longer one with more", () => {
  const keysOf = createRowKeys();
  const first = keysOf(rows(1, 2));
  const second = keysOf(rows(3, 4, 5));
  expect(listed(second).slice(0, 2)).toEqual(listed(first));
  expect(new Set(listed(second)).size).toBe(3);
  expect(listed(keysOf(rows(6)))).toEqual(listed(first).slice(0, 1));
});
