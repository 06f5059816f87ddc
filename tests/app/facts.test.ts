import { expect, test } from "vitest";
import { findDifferences } from "#app/directory/findDifferences.ts";

test("findDifferences — returns the changed, removed and added values of two versions", () => {
  expect(
    findDifferences(
      [
        ["Название", "А"],
        ["Цвет", "красный"],
      ],
      [
        ["Название", "Б"],
        ["Порядок", "5"],
      ],
    ),
  ).toEqual([
    { label: "Название", before: "А", after: "Б" },
    { label: "Цвет", before: "красный", after: "" },
    { label: "Порядок", before: "", after: "5" },
  ]);
});
