import { describe, expect, test } from "vitest";
import { csvLines, xlsxSheet } from "#domain/table.ts";

describe("csvLines", () => {
  test("a number gets a decimal comma, a day gets the Russian format, and a boolean becomes a word", () => {
    expect(csvLines([[12.5, new Date("2026-11-29"), true, false, null]])).toEqual([
      ["12,5", "29.11.2026", "да", "нет", ""],
    ]);
  });

  test("a text that a spreadsheet would evaluate as a formula gets a leading apostrophe", () => {
    expect(csvLines([["=1+1", "@cmd", "Морс"]])).toEqual([["'=1+1", "'@cmd", "Морс"]]);
  });
});

describe("xlsxSheet", () => {
  test("numbers and days keep their types, and a text that begins with '=' stays a text", () => {
    const { data } = xlsxSheet({ name: "Лист", head: ["А"], rows: [[5, new Date("2026-11-29"), "=1+1", null, ""]] });
    expect(data[1]).toEqual([
      { type: Number, value: 5 },
      { type: Date, value: new Date("2026-11-29"), format: "dd.mm.yyyy" },
      { type: String, value: "=1+1" },
      null,
      null,
    ]);
  });

  test("a control character is replaced by an escape sequence, because XML cannot contain control characters", () => {
    const { data } = xlsxSheet({ name: "Лист", head: ["А"], rows: [["a\u0001b"]] });
    expect(data[1]).toEqual([{ type: String, value: "a_x0001_b" }]);
  });
});
