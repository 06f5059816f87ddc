import { Copy, FilePlus2, SlidersHorizontal } from "lucide-react";
import { decimalText } from "#domain/decimal.ts";
import { formatMoney } from "#domain/money.ts";
import { formatQuantity } from "#domain/quantity.ts";
import type { ToOrderRow } from "#machines/queries/stockToOrder.ts";
import {
  orderedCount,
  orderSum,
  packingListQuery,
  type SupplierOrder,
  type TypedCounts,
} from "#machines/stock/toOrder.ts";
import { useCompany } from "../../services/context.ts";
import { ActionLink } from "../../shared/ActionLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { DecimalField } from "../../ui/DecimalField.tsx";
import { Link } from "../../ui/Link.tsx";
import { toast } from "../../ui/toast.ts";
import { messengerText, orderUnit, purchaseText, supplierTitle } from "./toOrderTexts.ts";
import { useReasonNotToEditStock } from "./useReasonNotToEditStock.ts";

const COLUMNS = "grid-cols-[minmax(0,1fr)_9.5rem] sm:grid-cols-[minmax(0,1fr)_9.5rem_7rem_7rem]";

const Left = ({ row }: { row: ToOrderRow }) => {
  const { unit, availableCount, minCount, reservedCount, awaitedCount } = row;
  return (
    <span className="block text-xs text-muted">
      Доступно <span className={availableCount < 0 ? "text-negative" : ""}>{formatQuantity(availableCount, unit)}</span>
      , минимум {formatQuantity(minCount, unit)}
      {reservedCount > 0 && <>, в резерве {formatQuantity(reservedCount, unit)}</>}
      {awaitedCount > 0 && <>, едет {formatQuantity(awaitedCount, unit)}</>}
    </span>
  );
};

const Row = ({
  row,
  path,
  typed,
  onText,
}: {
  row: ToOrderRow;
  path: string;
  typed: TypedCounts;
  onText: (text: string) => void;
}) => {
  const count = orderedCount(row, typed);
  return (
    <li className={`grid items-start gap-x-3 gap-y-1 border-b border-line py-2 ${COLUMNS}`}>
      <div className="min-w-0 wrap-anywhere">
        <Link href={`${path}/StockOperation?stockItem=${row.id}`} className="text-accent hover:underline">
          {row.title}
        </Link>{" "}
        <Link
          href={`${path}/Stock/${row.id}/Minimum`}
          aria-label={`Минимум: ${row.title}`}
          title="Изменить минимум"
          className="inline-flex size-6 items-center justify-center align-middle text-muted hover:text-accent"
        >
          <SlidersHorizontal size={16} aria-hidden />
        </Link>
        <Left row={row} />
      </div>
      <DecimalField
        label={<span className="sr-only">Заказать: {row.title}</span>}
        value={typed[row.id] ?? decimalText(row.orderCount)}
        hint={row.pack && count > 0 ? `= ${formatQuantity(count * row.pack.factor, row.unit)}` : undefined}
        after={<span className="text-xs text-muted">{orderUnit(row, count)}</span>}
        onText={onText}
      />
      <p className="text-right text-sm whitespace-nowrap tabular-nums max-sm:text-left sm:pt-2">
        <span className="text-muted sm:sr-only">Цена </span>
        {row.price === null ? "нет цены" : formatMoney(row.price)}
      </p>
      <p className="text-right font-semibold whitespace-nowrap tabular-nums sm:pt-1.5">
        <span className="sr-only">Сумма: </span>
        {row.price === null ? "—" : formatMoney(orderSum([row], typed))}
      </p>
      <span className="sr-only">{purchaseText(row, count)}</span>
    </li>
  );
};

/** Stock items to order from one supplier, with a link to a new packing list and a button that copies the list. */
export const ToOrderGroup = ({
  companyId,
  company,
  order,
  typed,
  onType,
}: {
  companyId: number;
  /** Name of the company in the text for the supplier. */
  company: string;
  order: SupplierOrder;
  typed: TypedCounts;
  onType: (stockItemId: number, text: string) => void;
}) => {
  const path = `/Company/${companyId}`;
  const reason = useReasonNotToEditStock(companyId);
  const hasLists = !useCompany(companyId)?.modulesOff?.includes("suppliers");
  const isEmpty = order.rows.every((row) => orderedCount(row, typed) === 0) && "Укажите, сколько заказать";
  const title = supplierTitle(order);
  const copy = () =>
    navigator.clipboard.writeText(messengerText(company, order, typed)).then(
      () => toast("Список скопирован"),
      () => toast("Браузер не дал скопировать список"),
    );
  return (
    <section aria-label={title} className="card max-w-4xl">
      <header className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="mr-auto font-semibold wrap-anywhere">{title}</h2>
        <Button why={isEmpty} onClick={copy}>
          <Copy size={16} aria-hidden />
          Скопировать список
        </Button>
        {hasLists && (
          <ActionLink href={`${path}/PackingList/New?${packingListQuery(order, typed)}`} why={reason ?? isEmpty}>
            <FilePlus2 size={16} aria-hidden />
            Создать накладную
          </ActionLink>
        )}
      </header>
      <div aria-hidden className={`hidden gap-x-3 border-b border-line pb-1 text-xs text-muted sm:grid ${COLUMNS}`}>
        <span>Товар</span>
        <span>Заказать</span>
        <span className="text-right">Прошлая цена</span>
        <span className="text-right">Сумма</span>
      </div>
      <ul>
        {order.rows.map((row) => (
          <Row key={row.id} row={row} path={path} typed={typed} onText={(text) => onType(row.id, text)} />
        ))}
      </ul>
      <p className="mt-2 text-right">
        Итого <strong className="whitespace-nowrap tabular-nums">{formatMoney(orderSum(order.rows, typed))}</strong>
      </p>
    </section>
  );
};
