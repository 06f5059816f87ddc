import type { Schemas } from "#api/client.ts";
import { roundMoney } from "#domain/money.ts";
import { leftOfPayment } from "#machines/payments/orderSnapshot.ts";
import type { Order } from "#machines/queries/order.ts";

/** Kinds of documents that can be printed for an order (decisions, section 10). */
export const documents = ["preBill", "kitchen", "usedStockItems"] as const;
/** Kind of document that can be printed for an order. */
export type PrintedDocument = (typeof documents)[number];

/**
 * Order to print. `payments` is empty except for a pre-bill, and `stockItems` is empty except for the list of used
 * stock items.
 */
export interface Bill {
  order: Order;
  payments: readonly Schemas["Payment"][];
  stockItems: readonly Schemas["UsedStockItem"][];
  /**
   * Print job that the user prints on this page. Undefined if the page was opened for an order instead of a print job.
   */
  job?: Pick<Schemas["PrintPaper"], "job" | "paper" | "ticket">;
}

/** Data of the page of bills. `missing` contains the ids of the orders or print jobs that do not exist. */
export interface LoadedBills {
  company: Schemas["CompanyDetail"];
  info: Schemas["PrintInfo"];
  bills: readonly Bill[];
  missing: readonly number[];
}

/**
 * Reads order ids, print job ids and the kind of document from the query string; the default kind is `preBill`. A
 * parameter is repeated for each id (business, section 7).
 */
export const readBillsQuery = (search: string): { orderIds: number[]; jobIds: number[]; document: PrintedDocument } => {
  const params = new URLSearchParams(search);
  const idsOf = (name: string) => {
    const ids = params.getAll(name).map(Number);
    return [...new Set(ids.filter((id) => Number.isSafeInteger(id) && id > 0))];
  };
  return {
    orderIds: idsOf("orderId"),
    jobIds: idsOf("job"),
    document: documents.find((name) => name === params.get("document")) ?? "preBill",
  };
};

/** Returns the total of completed payments, roubles. Rejected payments and refunded parts are excluded. */
export const paidAmount = (payments: readonly Schemas["Payment"][]): number =>
  roundMoney(
    payments
      .filter(({ isComplited, isRejected }) => isComplited && !isRejected)
      .reduce((sum, payment) => sum + leftOfPayment(payment), 0),
  );
