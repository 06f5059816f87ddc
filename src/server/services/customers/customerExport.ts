import { formatPhone } from "#domain/phone.ts";
import type { Cell, TableFormat } from "#domain/table.ts";
import type { Db } from "../../database/connection.ts";
import type { CompanyScope } from "../session/caller.ts";
import { Conflict } from "../shared/domainErrors.ts";
import { writeCsvInParts, writeTable } from "../tables/writeTable.ts";
import { type CustomerFilter, readCustomerPage } from "./customerList.ts";

const PAGE = 2000;
const MOST_ROWS: Readonly<Record<TableFormat, number>> = { csv: 200_000, xlsx: 10_000 };

const HEAD = ["Имя", "Телефон", "Отношение", "День рождения", "Заказов", "На сумму", "Последний заказ"];
const RISKS = { none: "", attention: "Внимание", blocked: "Не обслуживать" } as const;

const dayCell = (text: string | null): Date | null =>
  text === null ? null : new Date(`${text.slice(0, 10)}T00:00:00Z`);

/** Yields the rows of the filtered list, one page at a time. Throws `Conflict` for more rows than the format allows. */
async function* readParts(
  db: Db,
  company: CompanyScope,
  filter: CustomerFilter,
  format: TableFormat,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  let cursor: string | undefined;
  let count = 0;
  do {
    const page = await readCustomerPage(db, company, {
      ...filter,
      limit: PAGE,
      ...(cursor !== undefined && { cursor }),
    });
    count += page.rows.length;
    if (count > MOST_ROWS[format])
      throw new Conflict(
        `В таблицу помещается не больше ${MOST_ROWS[format].toLocaleString("ru")} строк. Сузьте список${format === "xlsx" ? " или выберите CSV" : ""}.`,
      );
    yield page.rows.map((row) => [
      row.alias,
      formatPhone(row.phone),
      RISKS[row.risk],
      dayCell(row.birthday),
      row.orderCount,
      row.totalPay,
      dayCell(row.lastOrderDate),
    ]);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
}

/**
 * Exports the filtered list of customers. Customers are read page by page, and a CSV file is also written page by page,
 * so that the server can handle other requests in the meantime. Throws the error of `readParts`.
 */
export const exportCustomers = async (
  db: Db,
  company: CompanyScope,
  filter: CustomerFilter,
  format: TableFormat,
): Promise<{ mime: string; bytes: Buffer }> => {
  const parts = readParts(db, company, filter, format);
  if (format === "csv") return writeCsvInParts(HEAD, parts);
  const rows: (readonly Cell[])[] = [];
  for await (const part of parts) rows.push(...part);
  return writeTable({ name: "Клиенты", head: HEAD, rows }, format);
};
