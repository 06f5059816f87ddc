import { formatQuantity } from "#domain/quantity.ts";
import type { StockRow } from "#machines/resources/stock.ts";
import type { Column } from "../../resource/listParts.ts";
import { prefetchDialog } from "../../ui/Dialog.tsx";
import { Link } from "../../ui/Link.tsx";
import { Quantity } from "./Quantity.tsx";
import type { Asked } from "./StockRowDialog.tsx";

/** So many orders stand in the row itself. */
const FEW = 2;

type Ask = (asked: Asked) => void;

const More = ({ text, name, onAsk }: { text: string; name: string; onAsk: () => void }) => (
  <button
    type="button"
    className="text-accent underline"
    aria-label={name}
    onPointerEnter={prefetchDialog}
    onFocus={prefetchDialog}
    onClick={onAsk}
  >
    {text}
  </button>
);

const Reserved = ({ row, path, ask }: { row: StockRow; path: string; ask: Ask }) => {
  const { reservedOrders, reservedCount } = row;
  if (reservedCount === 0) return "—";
  const rest = reservedOrders.length - FEW;
  return (
    <span className="inline-flex flex-wrap items-baseline justify-end gap-x-2 whitespace-nowrap">
      <span className="text-xs">
        {reservedOrders.slice(0, FEW).map(({ orderId, internalOrderId }, at) => (
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
              onAsk={() => ask({ row, about: "orders" })}
            />
          </>
        )}
      </span>
      {formatQuantity(reservedCount)}
    </span>
  );
};

const Used = ({ row, ask }: { row: StockRow; ask: Ask }) =>
  row.countUsed === 0 ? (
    "—"
  ) : (
    <More
      text={String(row.countUsed)}
      name={`Где используется: ${row.title}`}
      onAsk={() => ask({ row, about: "uses" })}
    />
  );

/** The columns of the stock list; `ask` opens what a row cannot hold. */
export const stockColumns = (path: string, ask: Ask): readonly Column<StockRow>[] => [
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
  },
  { head: "Остаток", align: "right", cell: ({ count }) => <Quantity value={count} /> },
  { head: "Зарезервировано", align: "right", cell: (row) => <Reserved row={row} path={path} ask={ask} /> },
  { head: "Ед.", cell: ({ unit }) => unit },
  { head: "Используется", align: "right", cell: (row) => <Used row={row} ask={ask} /> },
];
