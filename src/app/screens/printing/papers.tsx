import type { ReactNode } from "react";
import type { Schemas } from "#api/client.ts";
import { formatDateTime } from "#domain/format.ts";
import { formatAmount, formatMoney, roundMoney } from "#domain/money.ts";
import { formatPhone } from "#domain/phone.ts";
import { type Bill, paidOf } from "#machines/printing/bills.ts";

type Company = Schemas["CompanyDetail"];
type Order = Schemas["Order"];

const Sheet = ({ label, children }: { label: string; children: ReactNode }) => (
  <article
    aria-label={label}
    className="break-after-page border-t border-dashed border-line p-3 text-sm last:break-after-auto print:border-0 print:p-0 print:text-black"
  >
    {children}
  </article>
);

const Sum = ({ name, value, isStrong = false }: { name: string; value: number; isStrong?: boolean }) => (
  <p className={isStrong ? "flex justify-between text-lg font-bold" : "flex justify-between"}>
    <span>{name}</span>
    <span>{formatMoney(value)}</span>
  </p>
);

const address = (order: Order): string =>
  [
    order.deliveryAddress,
    order.deliveryAddressBuilding && `д. ${order.deliveryAddressBuilding}`,
    order.deliveryAddressEntrance && `под. ${order.deliveryAddressEntrance}`,
    order.deliveryAddressLevel && `эт. ${order.deliveryAddressLevel}`,
    order.deliveryAddressApartmentNumber && `кв. ${order.deliveryAddressApartmentNumber}`,
  ]
    .filter(Boolean)
    .join(", ");

const Head = ({ title, order, company }: { title: string; order: Order; company: Company }) => (
  <header className="mb-2 border-b border-dashed border-line pb-2 text-center">
    <h2 className="text-lg font-bold">
      {title} № {order.internalId}
    </h2>
    <p>{formatDateTime(order.date, company.timeZone)}</p>
  </header>
);

const Delivery = ({ order }: { order: Order }) => (
  <section className="my-2 border-y border-dashed border-line py-2">
    <p>{address(order) || "Самовывоз"}</p>
    <p>
      {formatPhone(order.deliveryPhone ?? order.phone)} {order.customerAlias}
    </p>
    {order.deliveryChange !== null && <p>Сдача с {formatMoney(order.deliveryChange)}</p>}
    {order.persons !== null && <p>Персон: {order.persons}</p>}
    {order.note && <p className="font-semibold">{order.note}</p>}
  </section>
);

const PricedItem = ({ item }: { item: Order["items"][number] }) => (
  <li>
    <p className="flex justify-between gap-2">
      <span className="min-w-0 flex-1 wrap-anywhere">
        {item.name} × {item.count}
      </span>
      <span>{formatAmount(item.amount)}</span>
    </p>
    {item.discountDescription && <p className="text-xs">скидка {item.discountDescription}</p>}
    {item.modificators.map((modifier) => (
      <p key={modifier.id} className="flex justify-between gap-2 pl-3 text-xs">
        <span>
          + {modifier.modificatorName} × {modifier.count}
        </span>
        <span>{formatAmount(modifier.amount)}</span>
      </p>
    ))}
  </li>
);

/** What the customer is asked to pay. */
export const PreBill = ({ bill: { order, payments }, company }: { bill: Bill; company: Company }) => {
  const paid = paidOf(payments);
  return (
    <Sheet label={`Предчек заказа ${order.internalId}`}>
      <p className="text-center font-bold">{company.name}</p>
      <p className="mb-2 text-center text-xs">{[company.address, company.phone].filter(Boolean).join(", ")}</p>
      <Head title="Предчек" order={order} company={company} />
      <ul className="grid gap-1">
        {order.items.map((item) => (
          <PricedItem key={item.id} item={item} />
        ))}
      </ul>
      <Delivery order={order} />
      {order.discountAmount > 0 && <Sum name={`Скидка ${order.discountName ?? ""}`} value={order.discountAmount} />}
      <Sum name="Итого" value={order.amount} isStrong />
      {paid > 0 && <Sum name="Оплачено" value={paid} />}
      {paid > 0 && <Sum name="К оплате" value={roundMoney(order.amount - paid)} isStrong />}
      {company.isRequiredFeedback && company.webSite && (
        <p className="mt-2 text-center text-xs">Оставьте отзыв: {company.webSite}</p>
      )}
      <p className="mt-2 text-center text-xs">Спасибо за заказ!</p>
    </Sheet>
  );
};

/** What the cook has to make: no prices. */
export const KitchenTicket = ({ bill: { order }, company }: { bill: Bill; company: Company }) => (
  <Sheet label={`Заказ на кухню ${order.internalId}`}>
    <Head title="На кухню" order={order} company={company} />
    <ul className="grid gap-1.5">
      {order.items.map((item) => (
        <li key={item.id}>
          <p className="text-base font-bold">
            {item.count} × {item.name}
          </p>
          {item.modificators.map((modifier) => (
            <p key={modifier.id} className="pl-3">
              + {modifier.modificatorName} × {modifier.count}
            </p>
          ))}
          {item.note && <p className="pl-3 font-semibold">«{item.note}»</p>}
        </li>
      ))}
    </ul>
    {order.note && <p className="mt-2 border-t border-dashed border-line pt-2 font-semibold">{order.note}</p>}
  </Sheet>
);

/** What the order takes from the stock. */
export const UsedStockItems = ({ bill: { order, stockItems }, company }: { bill: Bill; company: Company }) => (
  <Sheet label={`Позиции склада заказа ${order.internalId}`}>
    <Head title="Позиции склада, заказ" order={order} company={company} />
    <ul>
      {stockItems.map(({ stockItemId, title, unit, count }) => (
        <li key={stockItemId} className="flex justify-between gap-2">
          <span className="min-w-0 flex-1 wrap-anywhere">{title}</span>
          <span>
            {count.toLocaleString("ru-RU")} {unit}
          </span>
        </li>
      ))}
    </ul>
    {stockItems.length === 0 && <p>Заказ ничего не берёт со склада.</p>}
  </Sheet>
);
