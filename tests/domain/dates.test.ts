import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { businessDay, dayRange, daysRange, readDay, readRange, shiftDay } from "#domain/dates.ts";

const zones = [
  "Europe/Moscow",
  "Europe/Berlin",
  "America/New_York",
  "America/Havana",
  "Asia/Kathmandu",
  "Pacific/Apia",
];
const zone = fc.record({
  timeZone: fc.constantFrom(...zones),
  dayStart: fc
    .tuple(fc.nat(23), fc.nat(59))
    .map(([h, m]) => `${String(h).padStart(2, "0")}:${String(m).padStart(2, "0")}`),
});
const instant = fc.date({
  min: new Date("2015-01-01T00:00:00Z"),
  max: new Date("2035-01-01T00:00:00Z"),
  noInvalidDate: true,
});
const moscow = { timeZone: "Europe/Moscow", dayStart: "00:00" };
const night = { timeZone: "Europe/Moscow", dayStart: "06:00" };

describe("business days", () => {
  test("every instant lies in its computed business day, even when the clocks change", () => {
    fc.assert(
      fc.property(instant, zone, (instant, zone) => {
        const { start, end } = dayRange(businessDay(instant, zone), zone);
        expect(start.getTime()).toBeLessThanOrEqual(instant.getTime());
        expect(end.getTime()).toBeGreaterThan(instant.getTime());
      }),
    );
  });

  test("consecutive business days have no gap and no overlap", () => {
    fc.assert(
      fc.property(instant, zone, (instant, zone) => {
        const day = businessDay(instant, zone);
        const { end } = dayRange(day, zone);
        expect(dayRange(shiftDay(day, { days: 1 }), zone).start).toEqual(end);
        expect(businessDay(new Date(end.getTime() - 1), zone)).toBe(day);
        expect(businessDay(end, zone)).not.toBe(day);
      }),
    );
  });

  test("a business day on which the clocks change has 23 or 25 hours", () => {
    const berlin = { timeZone: "Europe/Berlin", dayStart: "00:00" };
    const hours = (day: string): number => {
      const { start, end } = dayRange(day, berlin);
      return (end.getTime() - start.getTime()) / 3_600_000;
    };
    expect([hours("2026-03-29"), hours("2026-10-25"), hours("2026-11-21")]).toEqual([23, 25, 24]);
  });

  test("a business day that starts at midnight in Moscow starts at 21:00 UTC", () => {
    expect(businessDay(new Date("2026-11-20T20:59:59.999Z"), moscow)).toBe("2026-11-20");
    expect(businessDay(new Date("2026-11-20T21:00:00Z"), moscow)).toBe("2026-11-21");
  });

  test("if business days start at six, each business day ends at six on the next morning", () => {
    expect(businessDay(new Date("2026-11-21T02:59:00Z"), night)).toBe("2026-11-20");
    expect(dayRange("2026-11-21", night).start.toISOString()).toBe("2026-11-21T03:00:00.000Z");
  });

  test("a range of business days includes its first and its last day", () => {
    expect(daysRange({ start: "2026-11-20", end: "2026-11-21" }, moscow)).toEqual({
      start: new Date("2026-11-19T21:00:00Z"),
      end: new Date("2026-11-21T21:00:00Z"),
    });
  });
});

describe("days in query parameters", () => {
  test.each([
    ["2026-11-21", "2026-11-21"],
    ["2026-1-5", "2026-01-05"],
    ["2024-02-29", "2024-02-29"],
    ["2026-02-31", "2000-01-01"],
    ["2026-11-32", "2000-01-01"],
    ["2026-13-01", "2000-01-01"],
    ["2026-00-10", "2000-01-01"],
    ["завтра", "2000-01-01"],
    ["", "2000-01-01"],
    [null, "2000-01-01"],
  ])("readDay — parses the query parameter %j as %s, with 2000-01-01 as the fallback", (text, day) => {
    expect(readDay(text, "2000-01-01")).toBe(day);
  });

  test("a period without dates is the month that ends today", () => {
    expect(readRange({}, "2026-03-31")).toEqual({ start: "2026-02-28", end: "2026-03-31" });
  });

  test("a period with only an end date starts one month before that date", () => {
    expect(readRange({ endDate: "2026-10-15" }, "2026-11-21")).toEqual({ start: "2026-09-15", end: "2026-10-15" });
  });

  test("a period with only a start date ends one month after that date", () => {
    expect(readRange({ startDate: "2026-01-31" }, "2026-11-21")).toEqual({ start: "2026-01-31", end: "2026-02-28" });
  });

  test("a period with both dates stays unchanged", () => {
    expect(readRange({ startDate: "2026-10-01", endDate: "2026-10-02" }, "2026-11-21")).toEqual({
      start: "2026-10-01",
      end: "2026-10-02",
    });
  });
});
