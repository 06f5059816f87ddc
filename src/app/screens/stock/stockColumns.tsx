import { TriangleAlert } from "lucide-react";
import { formatQuantity } from "#domain/quantity.ts";
import type { StockRow } from "#machines/directory/descriptors/stock.ts";
import type { ListColumn } from "../../directory/listParts.ts";
import { prefetchDialog } from "../../ui/Dialog.tsx";
import { Link } from "../../ui/Link.tsx";
import { Quantity } from "./Quantity.tsx";
import type { StockRowTopic } from "./StockRowDialog.tsx";

/** Maximum number of orders that a table row shows. A dialog shows all orders. */
const SHOWN_ORDERS = 2;

type ShowTopic = (topic: StockRowTopic) => void;

const More = ({ text, name, onShow }: { text: string; name: string; onShow: () => void }) => (
  <button
    type="button"
    className="text-accent underline"
    aria-label={name}
    onPointerEnter={prefetchDialog}
    onFocus={prefetchDialog}
    onClick={onShow}
  >
    {text}
  </button>
);

const Reserved = ({ row, path, showTopic }: { row: StockRow; path: string; showTopic: ShowTopic }) => {
  const { reservedOrders, reservedCount } = row;
  if (reservedCount === 0) return "—";
  const rest = reservedOrders.length - SHOWN_ORDERS;
  return (
    <span className="inline-flex flex-wrap items-baseline justify-end gap-x-2 whitespace-nowrap">
      <span className="text-xs">
        {reservedOrders.slice(0, SHOWN_ORDERS).map(({ orderId, internalOrderId }, at) => (
          <span key={orderId}>
            {at > 0 && ", "}
            <Link href={`${path}/Order/${orderId}`} className="text-accent underline">
              № {internalOrderId}
            </Link>
          </span>
        ))}
        {rest > 0 && (
          <>
            {" "}
            <More
              text={`и ещё ${rest}`}
              name={`Все заказы, для которых зарезервировано: ${row.title}`}
              onShow={() => showTopic({ row, about: "orders" })}
            />
          </>
        )}
      </span>
      {formatQuantity(reservedCount)}
    </span>
  );
};

const Used = ({ row, showTopic }: { row: StockRow; showTopic: ShowTopic }) =>
  row.countUsed === 0 ? (
    "—"
  ) : (
    <More
      text={String(row.countUsed)}
      name={`Где используется: ${row.title}`}
      onShow={() => showTopic({ row, about: "uses" })}
    />
  );

const OnHand = ({ row: { count, minCount = null, isLow } }: { row: StockRow }) => (
  <>
    <Quantity value={count} />
    {isLow && minCount !== null && (
      <span className="flex items-center justify-end gap-1 text-xs whitespace-nowrap text-warning">
        <TriangleAlert size={14} aria-hidden />
        Меньше {formatQuantity(minCount)}
      </span>
    )}
  </>
);

/**
 * Returns the columns of the stock balance list. `showTopic` opens a dialog with the values that do not fit in a row.
 */
export const stockColumns = (path: string, showTopic: ShowTopic): readonly ListColumn<StockRow>[] => [
  {
    head: "Товар",
    narrow: "lead",
    cell: ({ title, isCompanyGroup, isHidden }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2 wrap-anywhere">
        {title}
        {isCompanyGroup && <span className="badge">группа</span>}
        {isHidden && <span className="badge">скрыт</span>}
      </span>
    ),
    value: ({ title }) => title,
  },
  { head: "Остаток", align: "right", cell: (row) => <OnHand row={row} />, value: ({ count }) => count },
  {
    head: "Зарезервировано",
    align: "right",
    cell: (row) => <Reserved row={row} path={path} showTopic={showTopic} />,
    value: ({ reservedCount }) => reservedCount,
  },
  { head: "Ед.", cell: ({ unit }) => unit },
  {
    head: "Используется",
    align: "right",
    cell: (row) => <Used row={row} showTopic={showTopic} />,
    value: ({ countUsed }) => countUsed,
  },
];
