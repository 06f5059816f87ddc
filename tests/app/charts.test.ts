// @vitest-environment node
import fc from "fast-check";
import { expect, test } from "vitest";
import { compareFigures } from "#app/shared/compareFigures.ts";
import { compactFormatFor } from "#app/ui/charts/formatCompact.ts";
import { placeLabel } from "#app/ui/charts/placeLabel.ts";
import { createScale, heatLevelOf, labelInterval } from "#app/ui/charts/scale.ts";

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

test("compactFormatFor — chooses the unit by the highest value of a chart, and formats all values in this unit", () => {
  const thousands = compactFormatFor(86_310.5);
  expect([thousands.unit, thousands.format(86_310.5), thousands.format(950)]).toEqual(["тыс.", "86,3", "1"]);
  expect(compactFormatFor(817)).toMatchObject({ unit: "" });
  expect(compactFormatFor(817).format(817)).toBe("817");
  expect(compactFormatFor(0.456).format(0.456)).toBe("0,46");
  expect(compactFormatFor(2_000_000).unit).toBe("млн");
  expect(compactFormatFor(1.25e12)).toMatchObject({ unit: "трлн" });
  expect(compactFormatFor(1e16).format(1e16)).toBe("10\u00a0000");
});

test("placeLabel — keeps the label within the chart and above all columns that the label crosses, and chooses the point with the nearest label", () => {
  const number = (max: number) => fc.integer({ min: 0, max });
  const column = fc
    .tuple(number(300), number(60), number(168))
    .map(([left, size, top]) => ({ left, right: left + size, top }));
  const target = fc.record({ x: number(360), top: number(168) });
  let raised = 0;
  fc.assert(
    fc.property(
      fc.array(target, { minLength: 1, maxLength: 8 }),
      fc.array(column, { maxLength: 20 }),
      fc.integer({ min: 20, max: 180 }),
      (targets, columns, size) => {
        const place = placeLabel(targets, columns, size, 360);
        if (!place) throw new Error("There are targets, so there is a place");
        const { left, bottom, target: named } = place;
        expect(targets).toContain(named);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left + size).toBeLessThanOrEqual(360);
        expect(bottom).toBeLessThan(named.top);
        if (named.top - bottom > 4) raised += 1;
        for (const { left: from, right, top } of columns)
          if (from < left + size && right > left) expect(bottom).toBeLessThan(top);
        for (const other of targets) {
          const single = placeLabel([other], columns, size, 360);
          expect(named.top - bottom).toBeLessThanOrEqual(other.top - (single?.bottom ?? 0));
        }
      },
    ),
  );
  expect(raised).toBeGreaterThan(0);
  expect(placeLabel([], [], 20, 360)).toBeUndefined();
});

test("labelInterval — returns the smallest n for which every n-th chart label fits on the axis", () => {
  const days = (length: number) => Array.from({ length }, () => "21.11");
  expect(labelInterval(["9", "10", "11"], 60)).toBe(1);
  expect(labelInterval(days(365), 60)).toBeGreaterThan(20);
  expect([labelInterval(days(32), 60), labelInterval(days(32), 36)]).toEqual([4, 7]);
});

test("heatLevelOf — returns level 0 for zero, and levels 1 to 4 for the four quarters from 0 to the maximum", () => {
  expect([0, 1, 25, 26, 51, 76, 100].map((value) => heatLevelOf(value, 100))).toEqual([0, 1, 1, 2, 3, 4, 4]);
  expect(heatLevelOf(0, 0)).toBe(0);
});

test.each([
  [110, 100, "more", "▲ +10 %", "на 10 % больше", "positive"],
  [95, 100, "more", "▼ −5 %", "на 5 % меньше", "negative"],
  [95, 100, "less", "▼ −5 %", "на 5 % меньше", "positive"],
  [95.5, 100, "neither", "▼ −4,5 %", "на 4,5 % меньше", "muted"],
  [100, 100, "more", "=", "столько же", "muted"],
  [7, 0, "more", "▲ +7 шт.", "на 7 шт. больше", "positive"],
  [-7, 0, "more", "▼ −7 шт.", "на 7 шт. меньше", "negative"],
] as const)(
  "compareFigures — %d now, %d earlier and the better direction '%s' give the sign '%s', the words '%s' and the tone '%s'",
  (now, before, good, sign, words, tone) => {
    const comparison = compareFigures(now, before, good, (value) => `${value} шт.`);
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
