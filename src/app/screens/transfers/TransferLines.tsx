import { formatAmount, formatMoney, roundMoney } from "#domain/money.ts";
import { formatQuantity } from "#domain/quantity.ts";
import type { Transfer, TransferLine } from "#machines/directory/descriptors/transfers.ts";
import { DirectoryTable } from "../../directory/DirectoryTable.tsx";
import type { TableColumn } from "../../directory/listParts.ts";

const quantityColumn = (head: string, count: (line: TransferLine) => number): TableColumn<TransferLine> => ({
  head,
  align: "right",
  cell: (line) => (
    <span className="whitespace-nowrap">
      {count(line) === 0 ? "—" : formatQuantity(count(line), line.stockItemUnit)}
    </span>
  ),
});

/** Columns of the outcome: the accepted, lost and returned quantities. */
const outcome: readonly TableColumn<TransferLine>[] = [
  quantityColumn("Принято", ({ acceptedCount }) => acceptedCount),
  quantityColumn("Потеряно", ({ lostCount }) => lostCount),
  quantityColumn("Возвращено", ({ refusedCount }) => refusedCount),
];

const columnsFor = ({ state, amount }: Transfer): readonly TableColumn<TransferLine>[] => [
  {
    head: "Товар",
    narrow: "lead",
    cell: ({ stockItemTitle, acceptedStockItemTitle, reason }) => (
      <span className="block wrap-anywhere">
        {stockItemTitle}
        {acceptedStockItemTitle && acceptedStockItemTitle !== stockItemTitle && (
          <span className="block text-xs font-normal text-muted">принят как «{acceptedStockItemTitle}»</span>
        )}
        {reason && <span className="block text-xs font-normal text-muted">{reason}</span>}
      </span>
    ),
  },
  quantityColumn(state === "draft" ? "Количество" : "Отправлено", ({ count }) => count),
  ...(state === "draft" ? [quantityColumn("На складе", ({ onHand }) => onHand ?? 0)] : []),
  ...(state === "accepted" ? outcome : []),
  ...(amount === null
    ? []
    : ([
        {
          head: "Цена",
          align: "right",
          cell: ({ price }) => (price === null ? "по себестоимости" : formatAmount(price)),
        },
        {
          head: "Сумма",
          align: "right",
          narrow: "lead",
          cell: ({ price, count }) => (
            <b className="whitespace-nowrap">{price === null ? "—" : formatAmount(roundMoney(price * count))}</b>
          ),
        },
      ] satisfies readonly TableColumn<TransferLine>[])),
];

/** Lines of a transfer with their sum. The recipient sees the prices only after the acceptance. */
export const TransferLines = ({ transfer }: { transfer: Transfer }) => (
  <>
    <DirectoryTable
      rows={transfer.items}
      parts={{ columns: columnsFor(transfer), links: [], commands: {} }}
      isSkeleton={false}
      empty="В перемещении нет строк."
      onCommand={() => undefined}
    />
    {transfer.amount !== null && (
      <p className="mt-3 text-right">
        Итого <b className="whitespace-nowrap">{formatMoney(transfer.amount)}</b>
      </p>
    )}
  </>
);
