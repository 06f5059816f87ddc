import { formatPhone } from "#domain/phone.ts";
import type { DuplicateGroup } from "#machines/directory/descriptors/customers.ts";
import type { ExportColumn } from "../../directory/listParts.ts";

/** Exported row: a customer card with the number and the common address of its group. */
type DuplicateCardRow = DuplicateGroup["customers"][number] & {
  readonly group: number;
  readonly address: string | null;
};

/** Returns a row for each customer card of the groups. Groups are numbered from 1. */
export const duplicateExportRows = (groups: readonly DuplicateGroup[]): readonly DuplicateCardRow[] =>
  groups.flatMap(({ address, customers }, index) =>
    customers.map((customer) => ({ ...customer, group: index + 1, address })),
  );

/** Columns of the exported customer cards that may belong to the same person. Amounts are in roubles. */
export const duplicateExportColumns: readonly ExportColumn<DuplicateCardRow>[] = [
  { head: "Группа", value: ({ group }) => group },
  { head: "Id", value: ({ id }) => id },
  { head: "Имя", value: ({ alias }) => alias },
  { head: "Телефон", value: ({ phone }) => formatPhone(phone) },
  { head: "Заказов", value: ({ orderCount }) => orderCount },
  { head: "Сумма, р.", value: ({ totalPay }) => totalPay },
  { head: "Общий адрес", value: ({ address }) => address },
];
