import { formatDateTime } from "#domain/format.ts";
import { roundMoney } from "#domain/money.ts";
import type { TableFormat } from "#domain/table.ts";
import type { Db } from "../../database/connection.ts";
import type { CompanyScope } from "../session/caller.ts";
import { type WrittenTable, writeTable } from "../tables/writeTable.ts";
import { readTransferList } from "./transfers.ts";

const words = {
  draft: "черновик",
  sent: "в пути",
  accepted: "принято",
  refused: "не принято",
  recalled: "отозвано",
} as const;

/** Creates a file with the lines of a transfer, as the company sees them. Throws `NotFound` for an unknown transfer. */
export const exportTransferList = async (
  db: Db,
  company: CompanyScope,
  id: number,
  format: TableFormat,
): Promise<WrittenTable> => {
  const transfer = await readTransferList(db, company.id, id);
  const { fromCompanyName, toCompanyName, sendingDate, creationDate, state } = transfer;
  const at = formatDateTime(sendingDate ?? creationDate, company.zone.timeZone);
  return writeTable(
    {
      name: "Перемещение",
      head: ["Товар", "Ед.", "Отправлено", "Цена", "Сумма", "Принято", "Потеряно", "Возвращено", "Причина"],
      rows: [
        ...transfer.items.map((line) => [
          line.stockItemTitle,
          line.stockItemUnit,
          line.count,
          line.price,
          line.price === null ? null : roundMoney(line.price * line.count),
          ...(state === "accepted" ? [line.acceptedCount, line.lostCount, line.refusedCount] : [null, null, null]),
          line.reason,
        ]),
        [],
        ["Итого", null, null, null, transfer.amount],
        [`Перемещение № ${id}, ${fromCompanyName} → ${toCompanyName}, ${at}, ${words[state]}`],
      ],
    },
    format,
  );
};
