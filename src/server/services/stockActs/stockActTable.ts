import { formatDateTime } from "#domain/format.ts";
import { roundMoney } from "#domain/money.ts";
import type { Table, TableFormat } from "#domain/table.ts";
import type { Db } from "../../database/connection.ts";
import type { CompanyScope } from "../session/caller.ts";
import { type WrittenTable, writeTable } from "../tables/writeTable.ts";
import { readStockAct } from "./stockActs.ts";

const kinds = { writeOff: "Акт списания", production: "Акт приготовления" } as const;
const states = { draft: "черновик", approved: "проведён", reversed: "отменён" } as const;
const reasons = {
  spoilage: "порча",
  staffMeals: "питание персонала",
  tasting: "дегустация, угощение",
  defect: "брак",
  other: "прочее",
} as const;

/** Creates a file with the lines of an act and their ingredients. Throws `NotFound` for an unknown act. */
export const exportStockAct = async (
  db: Db,
  company: CompanyScope,
  id: number,
  format: TableFormat,
): Promise<WrittenTable> => {
  const act = await readStockAct(db, company.id, id);
  const title = [
    `${kinds[act.kind]} № ${act.id}`,
    formatDateTime(act.date, company.zone.timeZone),
    ...(act.reason === null ? [] : [reasons[act.reason]]),
    ...(act.comment === null ? [] : [act.comment]),
    states[act.state],
  ].join(", ");
  const table: Table = {
    name: kinds[act.kind],
    head: ["Товар", "Ингредиент", "Ед.", "Количество", "Себестоимость, р.", "Сумма"],
    rows: [
      ...act.items.flatMap((line) => [
        [line.stockItemTitle, null, line.stockItemUnit, line.count, line.unitCost, line.amount],
        ...line.ingredients.map((part) => [null, part.title, part.unit, part.count, null, part.amount]),
      ]),
      [],
      ["Итого", null, null, null, null, roundMoney(act.items.reduce((sum, { amount }) => sum + amount, 0))],
      [title],
    ],
  };
  return writeTable(table, format);
};
