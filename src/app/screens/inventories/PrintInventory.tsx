import { Printer } from "lucide-react";
import { useCallback, useState } from "react";
import { formatDateTime } from "#domain/format.ts";
import { formatQuantity } from "#domain/quantity.ts";
import type { Inventory, InventoryLine } from "#machines/directory/descriptors/inventories.ts";
import { reviewedLines, totalsOf } from "#machines/stock/countLines.ts";
import { Button } from "../../ui/Button.tsx";
import { PrintSheet } from "../../ui/PrintSheet.tsx";
import { inventoryTitle, signedMoney, signedQuantity, totalsText } from "./inventoryTexts.ts";

interface Column {
  readonly head: string;
  readonly cell: (line: InventoryLine) => string;
}

const quantity = (value: number | null, unit: string): string => (value === null ? "" : formatQuantity(value, unit));

/** Columns of the blank sheet that counters fill in by hand. A blind count has no expected quantities. */
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
      <table className="w-full">
        <thead>
          <tr>
            <th scope="col" className="text-left">
              Товар
            </th>
            {columns.map(({ head }) => (
              <th key={head} scope="col" className="pl-3 text-right">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.stockItemId} className="border-t border-line">
              <td className="py-1 wrap-anywhere">{line.title}</td>
              {columns.map(({ head, cell }) => (
                <td key={head} className="py-1 pl-3 text-right">
                  {cell(line)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-8">Считали ____________________ Проверил ____________________</p>
    </>
  );
};

/** Button that prints a count on A4: before the review a sheet to fill in, then its result. */
export const PrintInventory = ({ inventory, timeZone }: { inventory: Inventory; timeZone: string }) => {
  const [isPrinting, setIsPrinting] = useState(false);
  const end = useCallback(() => setIsPrinting(false), []);
  return (
    <>
      <Button onClick={() => setIsPrinting(true)}>
        <Printer size={16} aria-hidden />
        Печать
      </Button>
      {isPrinting && (
        <PrintSheet paper="a4" onDone={end}>
          <Sheet inventory={inventory} timeZone={timeZone} />
        </PrintSheet>
      )}
    </>
  );
};
