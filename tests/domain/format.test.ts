import fc from "fast-check";
import { expect, test } from "vitest";
import { writeNumber } from "#domain/figures.ts";
import { counted, formatDate, formatDateTime, formatDay, formatElapsed, formatTime, plural } from "#domain/format.ts";
import { learnStretch, stretchAround, wallClock } from "#domain/zone.ts";

const orders = ["заказ", "заказа", "заказов"] as const;

test("an instant is shown in the company's zone", () => {
  const instant = "2026-11-21T21:05:00Z";
  expect(formatDateTime(instant, "Europe/Moscow")).toBe("22.11.2026 00:05");
  expect(formatDate(instant, "UTC")).toBe("21.11.2026");
  expect(formatTime(new Date(instant), "Asia/Vladivostok")).toBe("07:05");
  expect(formatDay("2026-11-21")).toBe("21.11.2026");
});

test.each([
  [0, "0 мин"],
  [42 * 60_000, "42 мин"],
  [65 * 60_000, "1 ч 05 мин"],
  [27 * 3_600_000, "1 дн 03 ч"],
  [-5, "0 мин"],
])("%d ms have gone by: %s", (milliseconds, text) => {
  expect(formatElapsed(milliseconds)).toBe(text);
});

test.each([
  [0, "0 заказов"],
  [1, "1 заказ"],
  [2, "2 заказа"],
  [5, "5 заказов"],
  [11, "11 заказов"],
  [21, "21 заказ"],
  [112, "112 заказов"],
  [1.5, "1,5 заказа"],
])("%d: %s", (count, text) => {
  expect(counted(count, orders)).toBe(text);
  expect(text.endsWith(plural(count, orders))).toBe(true);
});

const kopecks = fc.integer({ min: -1_000_000_000_00, max: 1_000_000_000_00 }).map((value) => value / 100);

test("numbers are written as the browser's Russian format writes them", () => {
  const amounts = new Intl.NumberFormat("ru-RU", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const whole = new Intl.NumberFormat("ru-RU");
  const rules = new Intl.PluralRules("ru-RU");
  const forms = ["one", "few", "many"] as const;
  fc.assert(
    fc.property(kopecks, fc.integer({ min: 0, max: 10_000_000 }), (amount, count) => {
      expect(writeNumber(amount, 2)).toBe(amounts.format(amount));
      expect(writeNumber(count)).toBe(whole.format(count));
      expect(plural(count, forms)).toBe(rules.select(count));
    }),
  );
});

const zones = ["Europe/Moscow", "Asia/Kathmandu", "Europe/Berlin", "America/St_Johns", "Africa/Casablanca", "UTC"];
const instants = fc.date({ min: new Date("2015-01-01"), max: new Date("2035-01-01"), noInvalidDate: true });

test("a clock is read alike whether a stretch of its zone is known or not, over every change of the clocks", () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), instants, fc.integer({ min: -60, max: 60 }), (timeZone, near, days) => {
      const instant = near.getTime() + days * 86_400_000;
      const plain = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
      const shown = () => wallClock(instant, timeZone).toISOString().slice(0, 19).replace("T", " ");
      expect(shown()).toBe(plain.format(instant));
      learnStretch(timeZone, stretchAround(near.getTime(), timeZone));
      expect(shown()).toBe(plain.format(instant));
    }),
    { numRuns: 1_000 },
  );
});
