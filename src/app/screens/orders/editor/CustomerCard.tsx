import { RotateCcw } from "lucide-react";
import type { Schemas } from "#api/client.ts";
import { counted, formatDate } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { formatPhone } from "#domain/phone.ts";
import { isEqual } from "#machines/core/equality.ts";
import { takeAddress } from "#machines/orders/editor/draftEdits.ts";
import { useCommands } from "../../../keyboard/commands.ts";
import { useTimeZone } from "../../../services/context.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { useEditor, useEditorActor } from "./useEditor.ts";

/** Minimum number of orders of a regular customer. */
const REGULAR = 5;

/** Maximum number of earlier orders that are shown. */
const SHOWN_ORDERS = 3;

const addressText = (address: Schemas["CustomerAddress"]): string =>
  [
    address.deliveryAddress,
    address.deliveryAddressBuilding,
    address.deliveryAddressApartmentNumber && `кв. ${address.deliveryAddressApartmentNumber}`,
  ]
    .filter(Boolean)
    .join(", ");

/**
 * Returns the element of `addresses` that follows the draft's address. After the last element, and if the list does not
 * contain the draft's address, returns the first element, or undefined if the list is empty.
 */
const useNextAddress = (addresses: readonly Schemas["CustomerAddress"][]): Schemas["CustomerAddress"] | undefined => {
  const at = useEditor(({ context: { draft } }) =>
    addresses.findIndex((address) => isEqual(takeAddress(draft, address), draft)),
  );
  return addresses[(at + 1) % addresses.length];
};

const FormerOrders = ({ customer, companyId }: { customer: Schemas["Customer"]; companyId: number }) => {
  const editor = useEditorActor();
  const timeZone = useTimeZone(companyId);
  const edited = useEditor(({ context }) => context.target.orderId);
  const { addresses = [], lastOrders = [] } = customer;
  const former = lastOrders.filter(({ id }) => id !== edited);
  const address = useNextAddress(addresses);
  const take = () => address && editor.send({ type: "draft.address", address });
  useCommands(address ? [{ title: "Прежний адрес клиента", keys: "Ctrl+ArrowDown", run: take }] : []);
  return (
    <>
      {address && (
        <Button
          className="w-full !justify-start"
          title={`${addresses.map(addressText).join("\n")}\nЕщё раз Ctrl+↓ — следующий адрес`}
          keys="Ctrl ↓"
          onClick={take}
        >
          <span className="min-w-0 flex-1 truncate text-left">{addressText(address)}</span>
          {addresses.length > 1 && <span className="text-muted">+{addresses.length - 1}</span>}
        </Button>
      )}
      {former.length > 0 && (
        <ul aria-label="Повторить прежний заказ" className="grid grid-cols-[minmax(0,1fr)] gap-1 text-sm">
          {former.slice(0, SHOWN_ORDERS).map(({ id, internalId, date, amount, dishes = [] }) => {
            const facts = `${formatDate(date, timeZone)}, ${formatMoney(amount)}`;
            return (
              <li key={id}>
                <button
                  type="button"
                  className="chip w-full rounded-md"
                  title={[`Повторить заказ №${internalId}: ${facts}`, dishes.join(", ")].join("\n")}
                  onClick={() => editor.send({ type: "order.repeat", orderId: id })}
                >
                  <RotateCcw size={14} aria-hidden className="shrink-0 text-muted" />
                  <span className="sr-only">Повторить заказ №{internalId} от </span>
                  <span className="shrink-0">{facts}</span>
                  <span className="truncate text-muted">{dishes.join(", ")}</span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
};

/**
 * Card of a known customer: name, phone, risk, note and totals. Buttons copy an earlier address to the draft, or repeat
 * an earlier order.
 */
export const CustomerCard = ({ customer, companyId }: { customer: Schemas["Customer"]; companyId: number }) => (
  <>
    <b>{customer.alias || "Имя не указано"}</b>
    <p className="flex items-center justify-between gap-2 text-xs text-muted">
      {formatPhone(customer.phone)}
      {customer.isBirthday && <Badge colour="purple">день рождения</Badge>}
      {customer.orderCount >= REGULAR && <Badge colour="teal">постоянный</Badge>}
    </p>
    {customer.risk !== undefined && customer.risk !== "none" && (
      <p className="rounded-md bg-negative-weak px-2 py-1 text-sm text-negative wrap-anywhere">
        <strong>{customer.risk === "blocked" ? "Не обслуживать" : "Внимание"}:</strong> {customer.riskReason}
        {customer.risk === "blocked" && <span className="block">Заказ сохранит только менеджер.</span>}
      </p>
    )}
    {customer.note && (
      <p className="rounded-md bg-warning-weak px-2 py-1 text-sm text-warning wrap-anywhere">{customer.note}</p>
    )}
    <p className="text-xs text-muted">
      {counted(customer.orderCount, ["заказ", "заказа", "заказов"])} · средний чек {formatMoney(customer.avaragePay)} ·
      всего {formatMoney(customer.totalPay)}
    </p>
    <FormerOrders customer={customer} companyId={companyId} />
  </>
);
