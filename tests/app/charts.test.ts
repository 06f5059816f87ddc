// @vitest-environment node
import fc from "fast-check";
import { expect, test } from "vitest";
import { changeOf } from "#app/screens/statistics/change.ts";
import { labelEvery, levelOf, scaleOver, stacked } from "#app/ui/charts/scale.ts";

test("a scale has round lines and holds every value and zero", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { maxLength: 40 }), (values) => {
      const { lines, share } = scaleOver(values);
      expect(lines.length).toBeGreaterThan(1);
      expect(lines.length).toBeLessThan(8);
      for (const value of [...values, 0]) {
        expect(share(value)).toBeGreaterThanOrEqual(-1e-9);
        expect(share(value)).toBeLessThanOrEqual(1 + 1e-9);
      }
    }),
  );
  expect(scaleOver([45_210]).lines).toEqual([0, 20_000, 40_000, 60_000]);
  expect(scaleOver([]).lines).toEqual([0, 1]);
});

test("what is positive is stacked upwards, a refund downwards", () => {
  expect(stacked([300, -100, 0, 200])).toEqual([
    { series: 0, from: 0, to: 300 },
    { series: 1, from: 0, to: -100 },
    { series: 3, from: 300, to: 500 },
  ]);
});

test("labels are thinned out where they would run into each other", () => {
  const days = (length: number) => Array.from({ length }, () => "21.11");
  expect(labelEvery(["9", "10", "11"], 60)).toBe(1);
  expect(labelEvery(days(365), 60)).toBeGreaterThan(20);
  expect([labelEvery(days(32), 60), labelEvery(days(32), 36)]).toEqual([4, 7]);
});

test("a heat map has five depths, the first for nothing", () => {
  expect([0, 1, 25, 26, 51, 76, 100].map((value) => levelOf(value, 100))).toEqual([0, 1, 1, 2, 3, 4, 4]);
  expect(levelOf(0, 0)).toBe(0);
});

test.each([
  [110, 100, "more", "▲ +10 %", "на 10 % больше", "positive"],
  [95, 100, "more", "▼ −5 %", "на 5 % меньше", "negative"],
  [95, 100, "less", "▼ −5 %", "на 5 % меньше", "positive"],
  [95.5, 100, "neither", "▼ −4,5 %", "на 4,5 % меньше", "muted"],
  [100, 100, "more", "=", "столько же", "muted"],
  [7, 0, "more", "▲", "больше", "positive"],
  [-7, 0, "more", "▼", "меньше", "negative"],
] as const)("%d after %d (good is %s) reads %j", (now, before, good, sign, words, tone) => {
  const change = changeOf(now, before, good);
  expect({ ...change, sign: change.sign.replace(/\u00a0/g, " "), words: change.words.replace(/\u00a0/g, " ") }).toEqual(
    {
      sign,
      words,
      tone,
    },
  );
});
