import fc from "fast-check";
import { expect, test } from "vitest";
import {
  branchOf,
  fullNameOf,
  MAX_DEPTH,
  parentProblem,
  possibleParents,
  type TreeCategory,
} from "#domain/categoryTree.ts";

const tree: readonly TreeCategory[] = [
  { id: 1, name: "Напитки", parentId: null },
  { id: 2, name: "Горячие", parentId: 1 },
  { id: 3, name: "Чай", parentId: 2 },
  { id: 4, name: "Пицца", parentId: null },
];

test("fullNameOf — joins the names from the root category to the given category with ' - '", () => {
  expect(fullNameOf(tree, 3)).toBe("Напитки - Горячие - Чай");
  expect(fullNameOf(tree, 4)).toBe("Пицца");
  expect(fullNameOf([{ id: 5, name: "Сирота", parentId: 99 }], 5)).toBe("Сирота");
});

test("branchOf — returns the category and all its descendants", () => {
  expect([...branchOf(tree, 1)]).toEqual([1, 2, 3]);
  expect([...branchOf(tree, 4)]).toEqual([4]);
});

test("a category — cannot become a child of itself, of its descendants or of an unknown category", () => {
  expect(possibleParents(tree, 2).map(({ id }) => id)).toEqual([1, 4]);
  expect(possibleParents(tree, undefined).map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  expect(parentProblem(tree, 1, 3)).toBe("Нельзя вложить категорию в её собственную подкатегорию.");
  expect(parentProblem(tree, 1, 1)).toBe("Категория не может быть родителем самой себе.");
  expect(parentProblem(tree, 1, 99)).toBe("Такой категории нет. Выберите другую.");
  expect(parentProblem(tree, 1, null)).toBeUndefined();
});

test("a cycle in the stored categories — does not cause an endless loop", () => {
  const circle = [
    { id: 1, name: "А", parentId: 2 },
    { id: 2, name: "Б", parentId: 1 },
  ];
  expect(fullNameOf(circle, 1)).toBe("Б - А");
  expect(possibleParents(circle, 1)).toEqual([]);
});

const moves = fc.array(
  fc.record({ id: fc.integer({ min: 1, max: 12 }), parentId: fc.option(fc.integer({ min: 1, max: 12 })) }),
  {
    maxLength: 60,
  },
);
const flat: readonly TreeCategory[] = Array.from({ length: 12 }, (_, index) => ({
  id: index + 1,
  name: `К${index + 1}`,
  parentId: null,
}));

const move = (categories: readonly TreeCategory[], id: number, parentId: number | null): readonly TreeCategory[] =>
  parentProblem(categories, id, parentId) === undefined
    ? categories.map((one) => (one.id === id ? { ...one, parentId } : one))
    : categories;

/**
 * Returns the names from the root to the category, independently of the functions under test. Throws for a cycle and
 * for an unknown category.
 */
const walk = (categories: readonly TreeCategory[], id: number): string[] => {
  const names: string[] = [];
  for (let at: number | null = id; at !== null; ) {
    const one = categories.find((category) => category.id === at);
    if (!one || names.length > categories.length) throw new Error("a cycle");
    names.unshift(one.name);
    at = one.parentId;
  }
  return names;
};

test("random allowed moves of categories — never form a cycle or exceed the maximum depth", () => {
  let refused = 0;
  fc.assert(
    fc.property(moves, (list) => {
      let now = flat;
      for (const { id, parentId } of list) {
        const next = move(now, id, parentId);
        if (next === now) refused += 1;
        now = next;
      }
      for (const { id } of now) {
        const names = walk(now, id);
        expect(names.length).toBeLessThanOrEqual(MAX_DEPTH);
        expect(fullNameOf(now, id)).toBe(names.join(" - "));
      }
    }),
    { numRuns: 300 },
  );
  expect(refused).toBeGreaterThan(50);
});

test("possibleParents — returns exactly the categories that parentProblem accepts as parents", () => {
  fc.assert(
    fc.property(moves, fc.integer({ min: 1, max: 12 }), (list, id) => {
      const now = list.reduce((before, one) => move(before, one.id, one.parentId), flat);
      const offered = new Set(possibleParents(now, id).map((one) => one.id));
      for (const one of now) expect(move(now, id, one.id) !== now).toBe(offered.has(one.id));
    }),
  );
});
