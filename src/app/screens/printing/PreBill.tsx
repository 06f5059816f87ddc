import { Suspense } from "react";
import { formatAmount, formatMoney, roundMoney } from "#domain/money.ts";
import { formatPhone } from "#domain/phone.ts";
import { wayText } from "#domain/pickup.ts";
import { paidAmount } from "#machines/printing/bills.ts";
import type { Order } from "#machines/queries/order.ts";
import { readAppConfig } from "#machines/session/config.ts";
import { classNames } from "../../ui/classNames.ts";
import { QrCode } from "../../ui/QrCode.tsx";
import { dashed, Head, type Printable, Sheet } from "./paperParts.tsx";

const Sum = ({ name, value, isStrong = false }: { name: string; value: number; isStrong?: boolean }) => (
  <p className={classNames("flex justify-between gap-2", isStrong && "text-[1.25em] font-bold")}>
    <span>{name}</span>
    <span className="whitespace-nowrap">{formatMoney(value)}</span>
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

const Delivery = ({ order }: { order: Order }) => (
  <section className={classNames("my-2 border-y py-2", dashed)}>
    <p>{address(order) || wayText(order.isInHall ? "hall" : "pickup")}</p>
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
    {item.discountDescription && <p className="text-[0.85em]">скидка {item.discountDescription}</p>}
    {item.modificators.map((modifier) => (
      <p key={modifier.id} className="flex justify-between gap-2 pl-3 text-[0.85em]">
        <span>
          + {modifier.modificatorName} × {modifier.count}
        </span>
        <span>{formatAmount(modifier.amount)}</span>
      </p>
    ))}
  </li>
);

const Lines = ({ text, className }: { text: string | null; className: string }) =>
  text && <p className={classNames("whitespace-pre-line text-center wrap-anywhere", className)}>{text}</p>;

const withScheme = (address: string) => (/^https?:/i.test(address) ? address : `https://${address}`);

/** Returns the URL of the page on which the guest reviews the order, or undefined without a token. */
const reviewLink = (token: string | null | undefined): string | undefined =>
  token ? `${readAppConfig(globalThis.appConfig).apiBase || location.origin}/feedback/${token}` : undefined;

const Feedback = ({ of: { order, company, info } }: { of: Printable }) => {
  const link = info.feedbackUrl ?? reviewLink(order.feedbackToken) ?? company.webSite;
  if (!company.isRequiredFeedback || !link) return null;
  return (
    <section className="mt-2 grid justify-items-center gap-1 text-center text-[0.85em] [&_svg]:size-[26mm]">
      <p>Оставьте отзыв</p>
      <Suspense fallback={<span data-pending />}>
        <QrCode text={withScheme(link)} label="Ссылка для отзыва" />
      </Suspense>
      <p className="wrap-anywhere">{link}</p>
    </section>
  );
};

/** Pre-bill with the lines of an order and the amount to pay. */
export const PreBill = (printable: Printable) => {
  const { order, payments, company, info, paper } = printable;
  const paid = paidAmount(payments);
  return (
    <Sheet label={`Предчек заказа ${order.internalId}`} paper={paper}>
      <p className="text-center font-bold">{company.name}</p>
      <p className="mb-2 text-center text-[0.85em]">{[company.address, company.phone].filter(Boolean).join(", ")}</p>
      <Lines text={info.header} className="mb-2" />
      <Head title="Предчек" of={printable} />
      <ul className="grid gap-1">
        {order.items.map((item) => (
          <PricedItem key={item.id} item={item} />
        ))}
      </ul>
      <Delivery order={order} />
      {order.discountAmount > 0 && <Sum name={`Скидка ${order.discountName ?? ""}`} value={order.discountAmount} />}
      {order.deliveryPrice !== undefined && order.deliveryPrice > 0 && (
        <Sum name="Доставка" value={order.deliveryPrice} />
      )}
      <Sum name="Итого" value={order.amount} isStrong />
      {paid > 0 && <Sum name="Оплачено" value={paid} />}
      {paid > 0 && !order.isClosed && !order.isCanceled && (
        <Sum name="К оплате" value={roundMoney(order.amount - paid)} isStrong />
      )}
      <Feedback of={printable} />
      <Lines text={info.footer ?? "Спасибо за заказ!"} className="mt-2 text-[0.85em]" />
    </Sheet>
  );
};
