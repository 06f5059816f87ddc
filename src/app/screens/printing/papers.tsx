import { type ReactNode, Suspense } from "react";
import type { Schemas } from "#api/client.ts";
import { formatDateTime } from "#domain/format.ts";
import { ticketLines, ticketNote } from "#domain/kitchenWords.ts";
import { formatAmount, formatMoney, roundMoney } from "#domain/money.ts";
import { formatPhone } from "#domain/phone.ts";
import { type PrintedDocument, paidOf } from "#machines/printing/bills.ts";
import { classNames } from "../../ui/classNames.ts";
import { QrCode } from "../../ui/QrCode.tsx";
import { type PaperWidth, sheetWidth } from "./pages.ts";

type Order = Schemas["Order"];

/** What is drawn on one sheet. */
export interface Printable {
  readonly document: PrintedDocument;
  readonly paper: PaperWidth;
  readonly order: Order;
  readonly company: Schemas["CompanyDetail"];
  readonly payments: readonly Schemas["Payment"][];
  readonly stockItems: readonly Schemas["UsedStockItem"][];
  /** What the kitchen is told; without it the whole order. */
  readonly ticket: Schemas["KitchenTicket"] | null;
  readonly info: Pick<Schemas["PrintInfo"], "header" | "footer" | "feedbackUrl">;
  readonly isCopy: boolean;
}

const dashed = "border-dashed border-ink/60";

const sizes: Record<PaperWidth, string> = {
  "58": "p-[2mm] text-[11px]",
  "80": "p-[3mm] text-sm",
  A4: "p-[12mm] text-base print:p-0",
};

const Sheet = ({ label, paper, children }: { label: string; paper: PaperWidth; children: ReactNode }) => (
  <article
    aria-label={label}
    data-sheet={paper}
    className={classNames("paper-sheet bg-paper text-ink", sheetWidth[paper], sizes[paper])}
  >
    {children}
  </article>
);

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

const Head = ({ title, of: { order, company, isCopy } }: { title: string; of: Printable }) => (
  <header className={classNames("mb-2 border-b pb-2 text-center", dashed)}>
    <h2 className="text-[1.25em] font-bold">
      {title} № {order.internalId}
    </h2>
    {isCopy && <p className="font-bold">ПОВТОР</p>}
    <p>{formatDateTime(order.date, company.timeZone)}</p>
  </header>
);

const Delivery = ({ order }: { order: Order }) => (
  <section className={classNames("my-2 border-y py-2", dashed)}>
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

const Feedback = ({ of: { company, info } }: { of: Printable }) => {
  const link = info.feedbackUrl ?? company.webSite;
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

/** What the customer is asked to pay. */
const PreBill = (printable: Printable) => {
  const { order, payments, company, info, paper } = printable;
  const paid = paidOf(payments);
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
      <Sum name="Итого" value={order.amount} isStrong />
      {paid > 0 && <Sum name="Оплачено" value={paid} />}
      {paid > 0 && <Sum name="К оплате" value={roundMoney(order.amount - paid)} isStrong />}
      <Feedback of={printable} />
      <Lines text={info.footer ?? "Спасибо за заказ!"} className="mt-2 text-[0.85em]" />
    </Sheet>
  );
};

const asWhole = ({ items, note }: Order): Schemas["KitchenTicket"] => ({
  isWhole: true,
  changes: items.map((item) => ({
    lineId: item.id,
    before: null,
    after: {
      name: item.name,
      categoryId: item.categoryId,
      count: item.count,
      note: item.note,
      orderNote: note,
      modificators: item.modificators.map(({ modificatorName, count }) => ({ name: modificatorName, count })),
    },
  })),
});

const isChange = ({ isWhole, changes }: Schemas["KitchenTicket"]) => !isWhole && changes.some(({ before }) => before);

/** What the cook has to make, or what has changed since the last ticket: no prices. */
const KitchenTicket = (printable: Printable) => {
  const { order, paper } = printable;
  const ticket = printable.ticket ?? asWhole(order);
  const note = ticketNote(ticket.changes);
  return (
    <Sheet label={`Заказ на кухню ${order.internalId}`} paper={paper}>
      <Head title={isChange(ticket) ? "ИЗМЕНЕНИЯ, заказ" : "На кухню"} of={printable} />
      <ul className="grid gap-1.5">
        {ticketLines(ticket.changes, ticket.isWhole).map(({ lineId, head, isCancelled, details }) => (
          <li key={lineId}>
            <p className={classNames("text-[1.15em] font-bold wrap-anywhere", isCancelled && "line-through")}>{head}</p>
            {details.map((detail) => (
              <p key={detail} className="pl-3 wrap-anywhere">
                {detail}
              </p>
            ))}
          </li>
        ))}
      </ul>
      {note && (
        <div className={classNames("mt-2 border-t pt-2 wrap-anywhere", dashed)}>
          <p className="font-semibold">{note.text || "Комментарий к заказу убран"}</p>
          {note.before !== undefined && (
            <p className="text-[0.85em]">комментарий изменён, было: {note.before || "пусто"}</p>
          )}
        </div>
      )}
    </Sheet>
  );
};

/** What the order takes from the stock. */
const UsedStockItems = (printable: Printable) => {
  const { order, stockItems, paper } = printable;
  return (
    <Sheet label={`Позиции склада заказа ${order.internalId}`} paper={paper}>
      <Head title="Позиции склада, заказ" of={printable} />
      <ul>
        {stockItems.map(({ stockItemId, title, unit, count }) => (
          <li key={stockItemId} className="flex justify-between gap-2">
            <span className="min-w-0 flex-1 wrap-anywhere">{title}</span>
            <span className="whitespace-nowrap">
              {count.toLocaleString("ru-RU")} {unit}
            </span>
          </li>
        ))}
      </ul>
      {stockItems.length === 0 && <p>Заказ ничего не берёт со склада.</p>}
    </Sheet>
  );
};

const papers = { preBill: PreBill, kitchen: KitchenTicket, usedStockItems: UsedStockItems };

/** One document on one sheet: black on white in both themes. */
export const PrintedPaper = (printable: Printable) => {
  const Paper = papers[printable.document];
  return <Paper {...printable} />;
};
