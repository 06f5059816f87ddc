import fc from "fast-check";
import { expect, test } from "vitest";
import { colours, isColour } from "#domain/colour.ts";
import { clampPage, pageCount, pageNumbers, readCountPerPage, readPage } from "#domain/paging.ts";

test("pageCount — counts an incomplete last page, and returns 0 for an empty list", () => {
  expect(pageCount(201, 200)).toBe(2);
  expect(pageCount(200, 200)).toBe(1);
  expect(pageCount(0, 25)).toBe(0);
});

test("pageCount — returns the smallest number of pages that hold all rows", () => {
  fc.assert(
    fc.property(fc.nat(5000), fc.integer({ min: 1, max: 1000 }), (count, size) => {
      const pages = pageCount(count, size);
      expect(pages * size).toBeGreaterThanOrEqual(count);
      expect((pages - 1) * size).toBeLessThan(Math.max(1, count));
    }),
  );
});

test.each([
  [0, 25],
  [-3, 25],
  ["abc", 25],
  [undefined, 25],
  ["50", 50],
  [1, 1],
  [5000, 1000],
])("readCountPerPage — parses %j as the page size %d", (value, size) => {
  expect(readCountPerPage(value)).toBe(size);
});

test("readPage — returns page 1 unless the value is a positive whole number in digits", () => {
  expect(["3", "1e3", "1.5", "-2", "0", "", "abc", null].map(readPage)).toEqual([3, 1, 1, 1, 1, 1, 1, 1]);
});

test("pageNumbers — returns two pages at each end and two on each side of the current page", () => {
  expect(pageNumbers(10, 20)).toEqual([1, 2, "gap", 8, 9, 10, 11, 12, "gap", 19, 20]);
  expect(pageNumbers(1, 3)).toEqual([1, 2, 3]);
  expect(pageNumbers(6, 20)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, "gap", 19, 20]);
  expect(pageNumbers(1, 0)).toEqual([]);
});

test("pageNumbers — returns ascending numbers, with a gap only in the place of at least two pages", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.nat(200), (pages, asked) => {
      const current = clampPage(asked, pages);
      const shown = pageNumbers(current, pages);
      expect([shown[0], shown.at(-1)]).toEqual([1, pages]);
      expect(shown).toContain(current);
      shown.forEach((entry, index) => {
        const [before, after] = [shown[index - 1], shown[index + 1]];
        if (entry === "gap") expect(Number(after) - Number(before)).toBeGreaterThan(2);
        else if (typeof before === "number") expect(entry).toBe(before + 1);
      });
    }),
  );
});

test("isColour — accepts each of the thirteen colours, but neither an empty text nor the name of an object method", () => {
  const documented = "red orange yellow olive green teal blue violet purple pink brown grey black".split(" ");
  expect(colours).toEqual(documented);
  expect(documented.filter((name) => !isColour(name))).toEqual([]);
  expect(["", "toString", "Teal", " teal", "white", 1, null, undefined].filter(isColour)).toEqual([]);
});
