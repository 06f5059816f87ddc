import { expect, test } from "vitest";
import { missingGroups, requiredGroupsOf } from "#domain/requiredGroups.ts";

const size = { id: 9, name: "Размер" };
const dough = { id: 8, name: "Тесто" };
const offered = [
  { id: 70 },
  { id: 71, requiredGroup: size },
  { id: 72, requiredGroup: { ...size } },
  { id: 73, requiredGroup: dough },
];

test("required groups — are listed once each, and optional modifiers belong to no required group", () => {
  expect(requiredGroupsOf(offered)).toEqual([size, dough]);
  expect(requiredGroupsOf([{ id: 70 }])).toEqual([]);
});

test.each([
  ["no modifier", "both groups are", [], [size, dough]],
  ["an optional modifier", "both groups are", [70], [size, dough]],
  ["one modifier of a group", "only the other group is", [72], [dough]],
  ["a modifier that is not offered", "both groups are", [99], [size, dough]],
  ["one modifier of each group", "no group is", [71, 73], []],
])("required groups — if %s is chosen, %s missing", (_, __, chosen, missing) => {
  expect(missingGroups(offered, (id) => chosen.includes(id))).toEqual(missing);
});

test("a required group without offered modifiers — does not count as missing", () => {
  expect(missingGroups(offered.slice(0, 1), () => false)).toEqual([]);
});
