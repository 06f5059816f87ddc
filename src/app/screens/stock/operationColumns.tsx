import { Lock } from "lucide-react";
import { formatDateTime } from "#domain/format.ts";
import { formatAmount } from "#domain/money.ts";
import { formatQuantity } from "#domain/quantity.ts";
import type { StockOperationRow } from "#machines/queries/stockOperations.ts";
import type { TableColumn } from "../../directory/listParts.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Link } from "../../ui/Link.tsx";

const Count = ({ row: { operationType, count, stockItemUnit } }: { row: StockOperationRow }) => (
  <span className={(operationType === "+") === count > 0 ? "text-positive" : undefined}>
    {(operationType === "+") === count > 0 ? "+" : "−"}
    {formatQuantity(Math.abs(count), stockItemUnit)}
  </span>
);

const State = ({ row: { isProcessed, isReserved, isLocked } }: { row: StockOperationRow }) => (
  <span className="inline-flex items-center gap-1.5">
    {isReserved && <Badge colour="orange">Резерв</Badge>}
    {isProcessed && <Badge colour="green">Проведена</Badge>}
    {!isReserved && !isProcessed && <Badge colour="grey">Ожидает</Badge>}
    {isLocked && (
      <span title="Принадлежит утверждённому документу и меняется только вместе с ним">
        <Lock size={14} className="text-muted" aria-hidden />
        <span className="sr-only">Заблокирована</span>
      </span>
    )}
  </span>
);

const Reason = ({
  row: {
    orderId,
    internalOrderId,
    packingListId,
    transferListId,
    inventoryId,
    stockActId,
    reversalOf,
    comment,
    employeeAlias,
  },
  path,
}: {
  row: StockOperationRow;
  path: string;
}) => (
  <span className="inline-flex min-w-28 flex-wrap items-baseline gap-x-2 wrap-anywhere">
    {orderId !== null && (
      <Link href={`${path}/Order/${orderId}`} className="whitespace-nowrap text-accent underline">
        Заказ № {internalOrderId ?? orderId}
      </Link>
    )}
    {packingListId && (
      <Link href={`${path}/PackingList/${packingListId}`} className="whitespace-nowrap text-accent underline">
        Накладная
      </Link>
    )}
    {transferListId && (
      <Link href={`${path}/TransferList/${transferListId}`} className="whitespace-nowrap text-accent underline">
        Перемещение
      </Link>
    )}
    {inventoryId && (
      <Link href={`${path}/Inventory/${inventoryId}`} className="whitespace-nowrap text-accent underline">
        Инвентаризация
      </Link>
    )}
    {stockActId && (
      <Link href={`${path}/StockAct/${stockActId}`} className="whitespace-nowrap text-accent underline">
        Акт
      </Link>
    )}
    {reversalOf && <Badge colour="grey">отмена</Badge>}
    {comment}
    {employeeAlias && <span className="text-xs text-muted">{employeeAlias}</span>}
  </span>
);

/**
 * Returns the table columns of the stock operations. `itemHref` returns the path of the list with the operations of a
 * stock item.
 */
export const operationColumns = (
  path: string,
  timeZone: string,
  itemHref: (stockItemId: number) => string,
): readonly TableColumn<StockOperationRow>[] => [
  {
    head: "Дата",
    cell: ({ date }) => <span className="min-[1000px]:whitespace-nowrap">{formatDateTime(date, timeZone)}</span>,
  },
  {
    head: "Товар",
    narrow: "lead",
    cell: ({ stockItemId, stockItemTitle, isIgnoreSubProcedure, isLocked }) => (
      <span className="inline-flex min-w-28 flex-wrap items-center gap-x-2 wrap-anywhere">
        <Link href={itemHref(stockItemId)} className="hover:underline">
          {stockItemTitle}
        </Link>
        {isIgnoreSubProcedure && !isLocked && <span className="badge">без состава</span>}
      </span>
    ),
  },
  { head: "Количество", align: "right", cell: (row) => <Count row={row} /> },
  {
    head: "Сумма, р.",
    align: "right",
    cell: ({ amount, revaluation = 0 }) => (
      <>
        {formatAmount(amount)}
        {revaluation !== 0 && (
          <span className="block text-xs whitespace-nowrap text-muted">переоценка {formatAmount(revaluation)}</span>
        )}
      </>
    ),
  },
  { head: "Состояние", cell: (row) => <State row={row} /> },
  { head: "Основание", cell: (row) => <Reason row={row} path={path} /> },
];
