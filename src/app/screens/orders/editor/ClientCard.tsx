import { useSelector } from "@xstate/react";
import { Check, X } from "lucide-react";
import type { Schemas } from "#api/client.ts";
import { counted, formatDate } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { formatPhone, isValidPhone } from "#domain/phone.ts";
import { takeAddress } from "#machines/orders/draftEdits.ts";
import { isSameValue } from "#machines/support/isSameValue.ts";
import { useCommands } from "../../../commands.ts";
import { useTimeZone } from "../../../context.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { TextField } from "../../../ui/TextField.tsx";
import { useEditor, useEditorActor, useTextField } from "./useEditor.ts";

/** From how many orders on a customer is called a regular. */
const REGULAR = 5;

/** Former orders that fit in one row. */
const SHOWN_ORDERS = 3;

/** Whether a phone is whole: a check or a cross, with words for who does not see it. */
export const PhoneMark = ({ phone }: { phone: string }) => {
  if (phone === "") return null;
  return isValidPhone(phone) ? (
    <span className="text-positive" title="Номер верный">
      <Check size={16} aria-label="Номер верный" />
    </span>
  ) : (
    <span className="text-negative" title="Номер неполный">
      <X size={16} aria-label="Номер неполный" />
    </span>
  );
};

const addressText = (address: Schemas["CustomerAddress"]): string =>
  [
    address.deliveryAddress,
    address.deliveryAddressBuilding,
    address.deliveryAddressApartmentNumber && `кв. ${address.deliveryAddressApartmentNumber}`,
  ]
    .filter(Boolean)
    .join(", ");

/** The former address after the one that the draft has; the first where it has none of them. */
const useNextAddress = (addresses: readonly Schemas["CustomerAddress"][]): Schemas["CustomerAddress"] | undefined => {
  const at = useEditor(({ context: { draft } }) =>
    addresses.findIndex((address) => isSameValue(takeAddress(draft, address), draft)),
  );
  return addresses[(at + 1) % addresses.length];
};

const Former = ({ customer, companyId }: { customer: Schemas["Customer"]; companyId: number }) => {
  const editor = useEditorActor();
  const timeZone = useTimeZone(companyId);
  const edited = useEditor(({ context }) => context.place.orderId);
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
        <div className="flex flex-wrap items-center gap-1 text-sm">
          <span className="text-muted">Повторить</span>
          {former.slice(0, SHOWN_ORDERS).map(({ id, internalId, date, amount }) => (
            <button
              key={id}
              type="button"
              className="chip"
              aria-label={`Повторить заказ №${internalId} от ${formatDate(date, timeZone)} на ${formatMoney(amount)}`}
              title={`Повторить заказ №${internalId}: ${formatDate(date, timeZone)}, ${formatMoney(amount)}`}
              onClick={() => editor.send({ type: "order.repeat", orderId: id })}
            >
              №{internalId}
            </button>
          ))}
        </div>
      )}
    </>
  );
};

const Known = ({ customer, companyId }: { customer: Schemas["Customer"]; companyId: number }) => (
  <>
    <b>{customer.alias || "Имя не указано"}</b>
    <p className="flex items-center justify-between gap-2 text-xs text-muted">
      {formatPhone(customer.phone)}
      {customer.orderCount >= REGULAR && <Badge colour="teal">постоянный</Badge>}
    </p>
    <p className="text-xs text-muted">
      {counted(customer.orderCount, ["заказ", "заказа", "заказов"])} · средний чек {formatMoney(customer.avaragePay)} ·
      всего {formatMoney(customer.totalPay)}
    </p>
    <Former customer={customer} companyId={companyId} />
  </>
);

const Customer = ({ companyId }: { companyId: number }) => {
  const child = useEditor(({ children }) => children.customer);
  const snapshot = useSelector(child, (state) => state);
  const words: Record<string, string> = {
    unasked: "Введите номер: найдём клиента и его адреса",
    seeking: "Ищем клиента…",
    newcomer: "Новый клиент",
    absent: "Сведений нет",
  };
  const customer = snapshot?.matches("known") ? snapshot.context.customer : null;
  return (
    <div
      role="status"
      aria-label="Сведения о клиенте"
      className="mt-2 grid min-h-10 grid-cols-[minmax(0,1fr)] content-start gap-1"
    >
      {customer ? (
        <Known customer={customer} companyId={companyId} />
      ) : (
        <p className="text-sm text-muted">{words[String(snapshot?.value)]}</p>
      )}
    </div>
  );
};

/** Who orders: the phone first, and what is known of its owner. */
export const ClientCard = ({ companyId }: { companyId: number }) => {
  const phone = useTextField("phone");
  return (
    <div className="card" id="phone-field">
      <TextField
        {...phone}
        label="Контактный телефон"
        isRequired
        inputMode="tel"
        data-walk=""
        after={<PhoneMark phone={phone.value} />}
      />
      <Customer companyId={companyId} />
    </div>
  );
};
