// @vitest-environment node
import fc from "fast-check";
import { expect, test } from "vitest";
import { compareFigures } from "#app/shared/compareFigures.ts";
import { createScale, heatLevelOf, labelInterval, stackValues } from "#app/ui/charts/scale.ts";

test("createScale — covers zero and all values, with grid lines at round numbers", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { maxLength: 40 }), (values) => {
      const { lines, share } = createScale(values);
      expect(lines.length).toBeGreaterThan(1);
      expect(lines.length).toBeLessThan(8);
      for (const value of [...values, 0]) {
        expect(share(value)).toBeGreaterThanOrEqual(-1e-9);
        expect(share(value)).toBeLessThanOrEqual(1 + 1e-9);
      }
    }),
  );
  expect(createScale([45_210]).lines).toEqual([0, 20_000, 40_000, 60_000]);
  expect(createScale([]).lines).toEqual([0, 1]);
});

test("stackValues — stacks positive values upwards from zero and negative values downwards", () => {
  expect(stackValues([300, -100, 0, 200])).toEqual([
    { series: 0, from: 0, to: 300 },
    { series: 1, from: 0, to: -100 },
    { series: 3, from: 300, to: 500 },
  ]);
});

test("labelInterval — returns the smallest n for which every n-th chart label fits on the axis", () => {
  const days = (length: number) => Array.from({ length }, () => "21.11");
  expect(labelInterval(["9", "10", "11"], 60)).toBe(1);
  expect(labelInterval(days(365), 60)).toBeGreaterThan(20);
  expect([labelInterval(days(32), 60), labelInterval(days(32), 36)]).toEqual([4, 7]);
});

test("heatLevelOf — returns 0 for zero, and 1 to 4 for the four quarters up to the maximum", () => {
  expect([0, 1, 25, 26, 51, 76, 100].map((value) => heatLevelOf(value, 100))).toEqual([0, 1, 1, 2, 3, 4, 4]);
  expect(heatLevelOf(0, 0)).toBe(0);
});

test.each([
  [110, 100, "more", "▲ +10 %", "на 10 % больше", "positive"],
  [95, 100, "more", "▼ −5 %", "на 5 % меньше", "negative"],
  [95, 100, "less", "▼ −5 %", "на 5 % меньше", "positive"],
  [95.5, 100, "neither", "▼ −4,5 %", "на 4,5 % меньше", "muted"],
  [100, 100, "more", "=", "столько же", "muted"],
  [7, 0, "more", "▲", "больше", "positive"],
  [-7, 0, "more", "▼", "меньше", "negative"],
] as const)(
  "compareFigures — for the figure %d, the earlier figure %d and the better direction '%s', returns the sign %j",
  (now, before, good, sign, words, tone) => {
    const comparison = compareFigures(now, before, good);
    expect({
      ...comparison,
      sign: comparison.sign.replace(/\u00a0/g, " "),
      words: comparison.words.replace(/\u00a0/g, " "),
    }).toEqual({
      sign,
      words,
      tone,
    });
  },
);
