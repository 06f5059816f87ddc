import type { Schemas } from "#api/client.ts";
import { roundMoney } from "#domain/money.ts";

/** Documents of an order that can be printed (decisions, section 10). */
export const documents = ["preBill", "kitchen", "usedStockItems"] as const;
/** One of `documents`. */
export type PrintedDocument = (typeof documents)[number];

/** Printed order. A pre-bill has payments, a list of used stock items has stock items. */
export interface Bill {
  order: Schemas["Order"];
  payments: readonly Schemas["Payment"][];
  stockItems: readonly Schemas["UsedStockItem"][];
  /** Print job that this page replaces, with its paper and ticket. Undefined when the page is opened without a job. */
  job?: Pick<Schemas["PrintPaper"], "job" | "paper" | "ticket">;
}

/** Bills of a page with the company and its printed texts. `missing` are the ids of orders that do not exist. */
export interface LoadedBills {
  company: Schemas["CompanyDetail"];
  info: Schemas["PrintInfo"];
  bills: readonly Bill[];
  missing: readonly number[];
}

/** Returns the ids of orders and print jobs, and the document, from the page's query. Ids are repeated parameters (business, section 7). */
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

/** Returns the sum of completed, not rejected payments, roubles. */
export const paidAmount = (payments: readonly Schemas["Payment"][]): number =>
  roundMoney(
    payments
      .filter(({ isComplited, isRejected }) => isComplited && !isRejected)
      .reduce((sum, { amount }) => sum + amount, 0),
  );
