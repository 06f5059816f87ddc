import type { Schemas } from "#api/client.ts";
import { roundMoney } from "#domain/money.ts";

/** What can be printed of an order (decisions, section 10). */
export const documents = ["preBill", "kitchen", "usedStockItems"] as const;
/** One of `documents`. */
export type PrintedDocument = (typeof documents)[number];

/** One order on paper: with its payments for a pre-bill, with its stock items for their list. */
export interface Bill {
  order: Schemas["Order"];
  payments: readonly Schemas["Payment"][];
  stockItems: readonly Schemas["UsedStockItem"][];
  /** The print job that the page stands in for, with its paper and ticket; undefined for a page that nobody queued. */
  job?: Pick<Schemas["PrintPaper"], "job" | "paper" | "ticket">;
}

/** The bills of a page, the company and its words on them, and the ids of orders that could not be read. */
export interface LoadedBills {
  company: Schemas["CompanyDetail"];
  info: Schemas["PrintInfo"];
  bills: readonly Bill[];
  missing: readonly number[];
}

/** Ids of orders and of print jobs, and kind of document, of the printed page's query; ids repeat (business, section 7). */
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

/** What of the order is paid: completed and not rejected, roubles. */
export const paidAmount = (payments: readonly Schemas["Payment"][]): number =>
  roundMoney(
    payments
      .filter(({ isComplited, isRejected }) => isComplited && !isRejected)
      .reduce((sum, { amount }) => sum + amount, 0),
  );
