import { expect, test } from "vitest";
import { counted, formatDate, formatDateTime, formatDay, formatElapsed, formatTime, plural } from "#domain/format.ts";

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
