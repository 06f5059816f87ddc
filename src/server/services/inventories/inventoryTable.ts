import { formatDateTime } from "#domain/format.ts";
import type { TableFormat } from "#domain/table.ts";
import type { Db } from "../../database/connection.ts";
import type { CompanyScope } from "../session/caller.ts";
import { type WrittenTable, writeTable } from "../tables/writeTable.ts";
import { readInventory } from "./inventories.ts";

const words = {
  counting: "считают",
  reviewing: "на проверке",
  approved: "проведена",
  cancelled: "отменена",
} as const;

/** Creates a file with the lines of an inventory. Throws `NotFound` for an unknown inventory. */
export const exportInventory = async (
  db: Db,
  company: CompanyScope,
  id: number,
  format: TableFormat,
): Promise<WrittenTable> => {
  const { items, groupName, startedAt, state, surplusAmount, lossAmount } = await readInventory(db, company.id, id);
  const at = formatDateTime(startedAt, company.zone.timeZone);
  return writeTable(
    {
      name: "Инвентаризация",
      head: ["Товар", "Ед.", "По учёту", "Посчитано", "Разница", "Сумма", "Причина"],
      rows: [
        ...items.map((line) => [
          line.title,
          line.unit,
          line.expected,
          line.counted,
          line.difference,
          line.amount,
          line.reason,
        ]),
        [],
        ["Излишек", null, null, null, null, surplusAmount],
        ["Недостача", null, null, null, null, lossAmount],
        [`Инвентаризация «${groupName}» от ${at}, ${words[state]}`],
      ],
    },
    format,
  );
};
