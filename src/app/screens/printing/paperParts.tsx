import type { ReactNode } from "react";
import type { Schemas } from "#api/client.ts";
import { formatDateTime } from "#domain/format.ts";
import { DEFAULT_TIME_ZONE } from "#domain/zone.ts";
import { expectedAt } from "#machines/orders/list/orderAttention.ts";
import type { PrintedDocument } from "#machines/printing/bills.ts";
import type { Order } from "#machines/queries/order.ts";
import { classNames } from "../../ui/classNames.ts";
import { type PaperWidth, sheetWidth } from "./printSheets.ts";

/** Data of a printed sheet. */
export interface Printable {
  readonly document: PrintedDocument;
  readonly paper: PaperWidth;
  readonly order: Order;
  readonly company: Schemas["CompanyDetail"];
  readonly payments: readonly Schemas["Payment"][];
  readonly stockItems: readonly Schemas["UsedStockItem"][];
  /** Content of the kitchen ticket. If it is null, the ticket contains the whole order. */
  readonly ticket: Schemas["KitchenTicket"] | null;
  readonly info: Pick<Schemas["PrintInfo"], "header" | "footer" | "feedbackUrl">;
  readonly isCopy: boolean;
}

/** CSS classes of a dashed line on a sheet. */
export const dashed = "border-dashed border-ink/60";

const sizes: Record<PaperWidth, string> = {
  "58": "p-[2mm] text-[11px]",
  "80": "p-[3mm] text-sm",
  A4: "p-[12mm] text-base print:p-0",
};

/** Printed sheet. It is black on white in both themes. */
export const Sheet = ({ label, paper, children }: { label: string; paper: PaperWidth; children: ReactNode }) => (
  <article
    aria-label={label}
    data-sheet={paper}
    className={classNames("paper-sheet bg-paper text-ink wrap-anywhere", sheetWidth[paper], sizes[paper])}
  >
    {children}
  </article>
);

/**
 * Header of a printed sheet: name of the document, order number, marks for a copy and for a cancelled order, and due
 * time.
 */
export const Head = ({ title, of: { order, company, isCopy } }: { title: string; of: Printable }) => (
  <header className={classNames("mb-2 border-b pb-2 text-center", dashed)}>
    <h2 className="text-[1.25em] font-bold">
      {title} № {order.internalId}
    </h2>
    {isCopy && <p className="font-bold">ПОВТОР</p>}
    {order.isCanceled && <p className="text-[1.25em] font-bold">ЗАКАЗ ОТМЕНЁН</p>}
    <p>{formatDateTime(expectedAt(order), company.timeZone ?? DEFAULT_TIME_ZONE)}</p>
  </header>
);
