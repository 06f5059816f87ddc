import { describe, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { findItems } from "#app/screens/orders/editor/findItems.ts";
import { menuTree, treeLines } from "#app/screens/orders/editor/menuTree.ts";
import { instantOf, localTimeOf, readMoment } from "#app/screens/orders/editor/readMoment.ts";

const zone = "Europe/Moscow";
const now = Date.parse("2026-11-21T11:30:00Z");

describe("typed due time", () => {
  test.each([
    ["15:00", "2026-11-21T12:00:00.000Z"],
    ["15.00", "2026-11-21T12:00:00.000Z"],
    ["15-00", "2026-11-21T12:00:00.000Z"],
    ["1500", "2026-11-21T12:00:00.000Z"],
    ["9:05", "2026-11-22T06:05:00.000Z"],
    ["905", "2026-11-22T06:05:00.000Z"],
    ["22.11 14:30", "2026-11-22T11:30:00.000Z"],
    ["3.1 10:00", "2027-01-03T07:00:00.000Z"],
    ["22.11.2026, 14:30", "2026-11-22T11:30:00.000Z"],
    ["+40", "2026-11-21T12:10:00.000Z"],
  ])("the typed time '%s' is parsed as %s for a company in Moscow", (text, instant) => {
    expect(readMoment(text, zone, now)).toEqual({ instant });
  });

  test("an empty due time and 'сейчас' mean now, but an unreadable text is rejected", () => {
    expect(readMoment(" ", zone, now)).toBe("now");
    expect(readMoment("Сейчас", zone, now)).toBe("now");
    for (const text of ["25:00", "15.10", "2500", "31.02 10:00", "завтра", "+"])
      expect(readMoment(text, zone, now)).toBeUndefined();
  });

  test("a local due time stays the same after conversion to UTC and back", () => {
    expect(localTimeOf(instantOf("2026-11-22", "08:30", zone), zone)).toEqual({ day: "2026-11-22", time: "08:30" });
  });
});

const dish = (
  id: number,
  name: string,
  categoriesId: number[],
  vendorCode: string | null = null,
): Schemas["MenuItem"] => ({
  id,
  name,
  price: 100,
  categoriesId,
  defaultCategoryId: categoriesId[0] ?? null,
  imageUrl: null,
  vendorCode,
  modificators: [],
});
const category = (id: number, name: string, parentId: number | null): Schemas["Category"] => ({
  id,
  name,
  parentId,
  imageUrl: null,
  customField: {},
  isActive: true,
  isCompanyGroup: false,
  fullName: name,
  countItems: 0,
});

describe("menu of the order editor", () => {
  const items = [dish(1, "Суп с курицей", [1]), dish(2, "Курица тёртая", [3], "К-7"), dish(3, "Чай", [])];

  test("the search for dishes by name or vendor code ignores case and treats ё as е", () => {
    const found = (text: string) => findItems(items, text).map(({ id }) => id);
    expect(found("КУРИЦ")).toEqual([2, 1]);
    expect(found("терт")).toEqual([2]);
    expect(found("к-7")).toEqual([2]);
    expect(found("")).toEqual([1, 2, 3]);
  });

  test("the menu is a tree without empty categories, and lists dishes without a category separately", () => {
    const categories = [
      category(1, "Супы", null),
      category(2, "Мясо", null),
      category(3, "Птица", 2),
      category(4, "Пусто", null),
    ];
    const { branches, rest } = menuTree(categories, items);
    expect(
      branches.map((branch) => [branch.category.name, branch.branches.map((below) => below.category.name)]),
    ).toEqual([
      ["Супы", []],
      ["Мясо", ["Птица"]],
    ]);
    expect(rest.map(({ id }) => id)).toEqual([3]);
  });

  test("the dishes of a category are shown only while the category is open", () => {
    const tree = menuTree([category(1, "Супы", null), category(2, "Мясо", null), category(3, "Птица", 2)], items);
    const shown = (open: readonly number[]) =>
      treeLines(tree, (id) => open.includes(id)).map((line) => [
        line.depth,
        line.kind === "dish" ? line.item.name : line.branch.category.name,
      ]);
    expect(shown([])).toEqual([
      [0, "Супы"],
      [0, "Мясо"],
      [0, "Чай"],
    ]);
    expect(shown([2, 3])).toEqual([
      [0, "Супы"],
      [0, "Мясо"],
      [1, "Птица"],
      [2, "Курица тёртая"],
      [0, "Чай"],
    ]);
  });
});
