import { formatNumber } from "#domain/figures.ts";
import { formatAmount, formatMoney, sumMoney } from "#domain/money.ts";
import { priceWithVat } from "#domain/packingList.ts";
import { formatQuantity } from "#domain/quantity.ts";
import { formatPack } from "#domain/units.ts";
import type { PackingList } from "#machines/directory/descriptors/packingLists.ts";
import { DirectoryTable } from "../../directory/DirectoryTable.tsx";
import type { TableColumn } from "../../directory/listParts.ts";
import { type PrintedColumn, PrintedTable } from "../stockDocuments/PrintedTable.tsx";
import { priceChangeText } from "./packingListTexts.ts";

type Line = PackingList["items"][number];

const Price = ({ line, isVatIncluded }: { line: Line; isVatIncluded: boolean }) => {
  const change = priceChangeText(priceWithVat(line, isVatIncluded), line.lastPrice);
  return (
    <>
      {formatAmount(line.price)}
      {line.pack && (
        <span className="block text-xs whitespace-nowrap text-muted">
          {line.pack.name} {formatAmount(line.pack.price)}
        </span>
      )}
      {change && (
        <span className={`block text-xs ${change.startsWith("+") ? "text-negative" : "text-positive"}`}>
          {change}
          <span className="sr-only"> к прошлой цене</span>
        </span>
      )}
    </>
  );
};

const Count = ({ line: { count, pack, stockItemUnit } }: { line: Line }) => (
  <>
    <span className="whitespace-nowrap">{formatQuantity(count, stockItemUnit)}</span>
    {pack && <span className="block text-xs text-muted">{formatPack(pack, stockItemUnit)}</span>}
  </>
);

const columnsFor = (list: PackingList): readonly TableColumn<Line>[] => {
  const isDraft = list.state === "draft";
  const balance: TableColumn<Line> = {
    head: isDraft ? "На складе" : "Осталось",
    align: "right",
    cell: (line) => (
      <span className={`whitespace-nowrap ${line.balance < 0 ? "text-negative" : ""}`}>
        {formatQuantity(line.balance, line.stockItemUnit)}
      </span>
    ),
  };
  return [
    {
      head: "Товар",
      narrow: "lead",
      cell: ({ stockItemTitle, revaluation }) => (
        <span className="block wrap-anywhere">
          {stockItemTitle}
          {revaluation !== 0 && (
            <span className="block text-xs font-normal text-muted">Переоценка {formatMoney(revaluation)}</span>
          )}
        </span>
      ),
    },
    {
      head: "Количество",
      align: "right",
      cell: (line) => <Count line={line} />,
    },
    { head: "Цена", align: "right", cell: (line) => <Price line={line} isVatIncluded={list.isVatIncluded} /> },
    { head: "НДС, %", align: "right", cell: ({ vat }) => formatNumber(vat) },
    ...(isDraft || list.kind === "delivery" ? [balance] : []),
    {
      head: "Сумма",
      align: "right",
      narrow: "lead",
      cell: ({ amount }) => <b className="whitespace-nowrap">{formatAmount(amount)}</b>,
    },
  ];
};

const Sums = ({ list: { amount, vatAmount } }: { list: PackingList }) => (
  <p className="mt-3 text-right">
    Итого <b className="whitespace-nowrap">{formatMoney(amount)}</b>
    <span className="text-muted">, в том числе НДС {formatMoney(vatAmount)}</span>
  </p>
);

/** Lines of a packing list with their sums, on the screen. */
export const PackingListLines = ({ list }: { list: PackingList }) => {
  const revaluation = sumMoney(list.items.map((line) => line.revaluation));
  return (
    <>
      <DirectoryTable
        rows={list.items}
        parts={{ columns: columnsFor(list), links: [], commands: {} }}
        isSkeleton={false}
        empty="В накладной нет строк."
        onCommand={() => undefined}
      />
      <Sums list={list} />
      {revaluation !== 0 && (
        <p className="text-right text-sm text-muted">
          Товар израсходовали раньше, чем оприходовали: переоценка {formatMoney(revaluation)}
        </p>
      )}
    </>
  );
};

const printedColumns: readonly PrintedColumn<Line>[] = [
  {
    head: "Количество",
    cell: ({ count, pack, stockItemUnit }) =>
      `${pack ? `${formatPack(pack, stockItemUnit)} = ` : ""}${formatQuantity(count, stockItemUnit)}`,
  },
  { head: "Цена", cell: ({ price }) => formatAmount(price) },
  { head: "НДС, %", cell: ({ vat }) => formatNumber(vat) },
  { head: "Сумма", cell: ({ amount }) => formatAmount(amount) },
];

/** Lines of a packing list with their sums, on paper. */
export const PrintedLines = ({ list }: { list: PackingList }) => (
  <>
    <PrintedTable rows={list.items} titleOf={(line) => line.stockItemTitle} columns={printedColumns} />
    <Sums list={list} />
  </>
);
