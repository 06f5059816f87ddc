import fc from "fast-check";
import { expect, test } from "vitest";
import { formatNumber, formatTwoDecimals } from "#domain/figures.ts";
import { counted, formatDate, formatDateTime, formatDay, formatElapsed, formatTime, plural } from "#domain/format.ts";
import { wallClock } from "#domain/zone.ts";

const orders = ["заказ", "заказа", "заказов"] as const;

test("a time — is formatted in the time zone of the company", () => {
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
])("a duration of %d ms — is formatted as %s", (milliseconds, text) => {
  expect(formatElapsed(milliseconds)).toBe(text);
});

test.each([
  [3, "3 заказа"],
  [0, "0 заказов"],
  [1, "1 заказ"],
  [2, "2 заказа"],
  [5, "5 заказов"],
  [11, "11 заказов"],
  [21, "21 заказ"],
  [112, "112 заказов"],
  [1.5, "1,5 заказа"],
])("counted — shows the number %d with the matching plural form of the noun as '%s'", (count, text) => {
  expect(counted(count, orders)).toBe(text);
  expect(text.endsWith(plural(count, orders))).toBe(true);
});

test.each([
  [0, "0"],
  [-7, "-7"],
  [1234.5, "1\u00a0234,5"],
  [12_345_678, "12\u00a0345\u00a0678"],
  [0.00001, "0,00001"],
])("formatNumber — formats %d with all decimals and no-break spaces as '%s'", (value, text) => {
  expect(formatNumber(value)).toBe(text);
});

test.each([
  [0, "0,00"],
  [1234.5, "1\u00a0234,50"],
  [-1840, "-1\u00a0840,00"],
  [1_000_000.01, "1\u00a0000\u00a0000,01"],
])("formatTwoDecimals — formats %d with two decimals as '%s'", (value, text) => {
  expect(formatTwoDecimals(value)).toBe(text);
});

const zones = ["Europe/Moscow", "Asia/Kathmandu", "Europe/Berlin", "America/St_Johns", "Africa/Casablanca", "UTC"];
const instants = fc.date({ min: new Date("2015-01-01"), max: new Date("2035-01-01"), noInvalidDate: true });

test("wallClock — returns the same local time as Intl", () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), instants, (timeZone, instant) => {
      const plain = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
      const shown = wallClock(instant.getTime(), timeZone).toISOString().slice(0, 19).replace("T", " ");
      expect(shown).toBe(plain.format(instant));
    }),
    { numRuns: 1_000 },
  );
});
