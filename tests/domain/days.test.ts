import fc from "fast-check";
import { expect, test } from "vitest";
import { businessDay, readDay, shiftDay } from "#domain/dates.ts";
import { addMonths, correctQueryDays, isDay, parseQueryDay } from "#domain/day.ts";
import {
  addDays,
  countDays,
  daysBetween,
  lastOfMonth,
  mondayOf,
  parseTypedBirthday,
  parseTypedDay,
  wallDay,
  weekdayOf,
} from "#domain/days.ts";

const day = fc
  .date({ min: new Date("2001-01-01T00:00:00Z"), max: new Date("2098-12-31T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

test("addDays and addMonths — return the same day as the server's shiftDay", () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -400, max: 400 }), (one, by) => {
      expect(addDays(one, by)).toBe(shiftDay(one, { days: by }));
      expect(addMonths(one, by)).toBe(shiftDay(one, { months: by }));
    }),
  );
});

test("daysBetween returns the sorted days of a period, and countDays returns their number", () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -5, max: 70 }), (start, length) => {
      const days = daysBetween(start, addDays(start, length - 1));
      expect(days).toHaveLength(Math.max(0, length));
      expect(countDays(start, addDays(start, length - 1))).toBe(length);
      expect(days).toEqual([...new Set(days)].sort());
    }),
  );
});

test("weekdayOf, mondayOf and lastOfMonth — a week starts on Monday, and February ends on the 29th in a leap year", () => {
  expect([weekdayOf("2026-11-16"), weekdayOf("2026-11-22")]).toEqual([0, 6]);
  expect(["2026-11-16", "2026-11-18", "2026-11-22"].map(mondayOf)).toEqual(["2026-11-16", "2026-11-16", "2026-11-16"]);
  expect([lastOfMonth("2028-02-05"), lastOfMonth("2026-12-31")]).toEqual(["2028-02-29", "2026-12-31"]);
});

test.each(["2026-02-31", "2026-13-01", "2026-11-32", "2026-11", "вчера", "", null])(
  "parseQueryDay and isDay — '%s' is not a day",
  (text) => {
    expect(parseQueryDay(text)).toBeUndefined();
    expect(isDay(String(text))).toBe(false);
  },
);

test("parseQueryDay — parses the same days as the server's readDay", () => {
  fc.assert(
    fc.property(fc.oneof(day, fc.string({ maxLength: 12 })), (text) => {
      expect(parseQueryDay(text) ?? "2026-11-21").toBe(readDay(text, "2026-11-21"));
    }),
  );
  expect(parseQueryDay("2026-1-5")).toBe("2026-01-05");
});

test.each([
  ["21.11.2026", "2026-11-21"],
  [" 1.2.26 ", "2026-02-01"],
  ["31.02.2026", undefined],
  ["11/21/2026", undefined],
  ["21.11", undefined],
])("parseTypedDay — parses the typed text %j as %s", (typed, expected) => {
  expect(parseTypedDay(typed)).toBe(expected);
});

test("wallDay — returns the same business day as the server's businessDay", () => {
  const instant = fc.date({
    min: new Date("2020-01-01T00:00:00Z"),
    max: new Date("2030-01-01T00:00:00Z"),
    noInvalidDate: true,
  });
  const timeZone = fc.constantFrom("Europe/Moscow", "Asia/Vladivostok", "Europe/Berlin", "America/New_York");
  const dayStart = fc.constantFrom("00:00", "05:00", "06:30");
  fc.assert(
    fc.property(instant, timeZone, dayStart, (at, zone, start) => {
      const company = { timeZone: zone, dayStart: start };
      expect(wallDay(at.getTime(), company)).toBe(businessDay(at, company));
    }),
    { numRuns: 500 },
  );
});

test.each([
  ["date=2026-1-5&by=amount", "date=2026-01-05&by=amount"],
  ["date=2026-02-31&by=amount", "by=amount"],
  ["date=", ""],
  ["startDate=yesterday&endDate=2026-11-20", "startDate=2026-11-21&endDate=2026-11-20"],
  ["startDate=2026-11-01", "startDate=2026-11-01"],
  ["", ""],
])("correctQueryDays — on 2026-11-21, corrects the query string '%s' to '%s'", (search, corrected) => {
  expect(correctQueryDays(search, "2026-11-21")).toBe(corrected);
});

test.each([
  ["3.05.1988", "1988-05-03"],
  [" 29.02.1988 ", "1988-02-29"],
  ["29.02.1989", undefined],
  ["03.05.88", undefined],
  ["03.05.1899", undefined],
  ["", undefined],
])("parseTypedBirthday — parses the typed text %j as %s", (typed, expected) => {
  expect(parseTypedBirthday(typed)).toBe(expected);
});
