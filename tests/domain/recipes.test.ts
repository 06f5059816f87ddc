import { expect, test } from "vitest";
import { MAX_LEVELS, MAX_LINES, partProblem, recipesProblem } from "#domain/recipes.ts";

const pizza = new Map([
  [1, [2, 3]],
  [2, [4, 5]],
]);

test("a stock item — cannot be an ingredient of itself, directly or indirectly", () => {
  expect(partProblem(pizza, 1, 1)).toContain("из самого себя");
  expect(partProblem(pizza, 2, 1)).toContain("сам делают");
  expect(partProblem(pizza, 5, 1)).toContain("сам делают");
  expect(partProblem(pizza, 3, 2)).toBeUndefined();
  expect(partProblem(pizza, 1, 5)).toBeUndefined();
  expect(partProblem(pizza, 1, 0)).toBeUndefined();
});

const chain = (levels: number) => new Map(Array.from({ length: levels - 1 }, (_, at) => [at, [at + 1]] as const));

test("recipes — can be nested up to the maximum depth", () => {
  expect(recipesProblem(new Map())).toBeUndefined();
  expect(recipesProblem(chain(MAX_LEVELS))).toBeUndefined();
  expect(recipesProblem(chain(MAX_LEVELS + 1))).toContain(`${MAX_LEVELS} уровней`);
});

test("a recipe — has a limited total number of ingredients over all its levels", () => {
  const tens = new Map([
    [1, Array(10).fill(2)],
    [2, Array(10).fill(3)],
    [3, Array(10).fill(4)],
  ]);
  expect(recipesProblem(tens)).toBeUndefined();
  expect(recipesProblem(new Map([...tens, [5, [1, 4]]]))).toContain(`${MAX_LINES} строк`);
});
