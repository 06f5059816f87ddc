import { expect, test } from "vitest";
import type { ListColumn } from "../../src/app/directory/listParts.ts";
import { exportColumnsOf, tableOfRows } from "../../src/app/directory/tableOfRows.ts";

interface Row {
  readonly name: string;
  readonly price: number;
}

const columns: readonly ListColumn<Row>[] = [
  { head: "Название", cell: ({ name }) => name },
  { head: "Цена", cell: ({ price }) => `${price},00 р.`, value: ({ price }) => price },
];

const rows = [
  { name: "Морс", price: 90 },
  { name: "—", price: 0 },
];

test("tableOfRows — exports the shown text if the column has no `value`, and an empty cell for a dash", () => {
  expect(tableOfRows("Меню", exportColumnsOf(columns), rows)).toEqual({
    name: "Меню",
    head: ["Название", "Цена"],
    rows: [
      ["Морс", 90],
      [null, 0],
    ],
  });
});

test("tableOfRows — cuts the name of the sheet to the 31 characters that a spreadsheet allows", () => {
  expect(tableOfRows("Н".repeat(40), exportColumnsOf(columns), []).name).toBe("Н".repeat(31));
});
