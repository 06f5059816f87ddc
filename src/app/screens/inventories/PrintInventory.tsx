import { formatDateTime } from "#domain/format.ts";
import { formatQuantity } from "#domain/quantity.ts";
import type { Inventory, InventoryLine } from "#machines/directory/descriptors/inventories.ts";
import { reviewedLines, totalsOf } from "#machines/stock/countLines.ts";
import { PrintButton } from "../../ui/PrintButton.tsx";
import { type PrintedColumn, PrintedTable } from "../stockDocuments/PrintedTable.tsx";
import { inventoryTitle, signedMoney, signedQuantity, totalsText } from "./inventoryTexts.ts";

type Column = PrintedColumn<InventoryLine>;

const quantity = (value: number | null, unit: string): string => (value === null ? "" : formatQuantity(value, unit));

/**
 * Columns of the blank sheet on which users write the counted quantities. The sheet of a blind inventory has no
 * expected quantities.
 */
const blankColumns = (isBlind: boolean): readonly Column[] => [
  ...(isBlind ? [] : [{ head: "По учёту", cell: ({ expected, unit }: InventoryLine) => quantity(expected, unit) }]),
  { head: "Посчитано", cell: ({ counted, unit }) => (counted === null ? `________ ${unit}` : quantity(counted, unit)) },
];

const reviewColumns: readonly Column[] = [
  { head: "По учёту", cell: ({ expected, unit }) => quantity(expected, unit) },
  { head: "Посчитано", cell: ({ counted, unit }) => quantity(counted, unit) },
  { head: "Разница", cell: ({ difference, unit }) => (difference === null ? "" : signedQuantity(difference, unit)) },
  { head: "Сумма", cell: ({ amount }) => (amount === null ? "" : signedMoney(amount)) },
  { head: "Причина", cell: ({ reason }) => reason ?? "" },
];

const Sheet = ({ inventory, timeZone }: { inventory: Inventory; timeZone: string }) => {
  const { startedAt, items, isBlind, reviewedAt } = inventory;
  const { different, equal, uncounted } = reviewedLines(inventory);
  const { loss, surplus } = totalsOf(inventory);
  const columns = reviewedAt === null ? blankColumns(isBlind) : reviewColumns;
  const lines = reviewedAt === null ? items : [...different, ...equal, ...uncounted];
  return (
    <>
      <h1 className="mb-1 text-base font-bold">
        {inventoryTitle(inventory)} от {formatDateTime(startedAt, timeZone)}
      </h1>
      {reviewedAt !== null && (
        <p className="mb-3">
          {totalsText({ lossAmount: loss, surplusAmount: surplus })}, не посчитано: {uncounted.length}
        </p>
      )}
      <PrintedTable rows={lines} titleOf={({ title }) => title} columns={columns} />
      <p className="mt-8">Считали ____________________ Проверил ____________________</p>
    </>
  );
};

/** Button that prints an inventory on A4: before the review a sheet to fill in, afterwards the result. */
export const PrintInventory = (sheet: { inventory: Inventory; timeZone: string }) => (
  <PrintButton paper="a4">
    <Sheet {...sheet} />
  </PrintButton>
);
