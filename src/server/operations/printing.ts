import type { Handlers } from "../http/contract.ts";
import { queuePrint } from "../services/printing.ts";

/** Pre-bills, kitchen tickets and lists of used stock items. */
export const printingOperations = {
  printPreBill: ({ db, caller, path }) => queuePrint(db, caller, path, "preBill"),
  printKitchenTicket: ({ db, caller, path }) => queuePrint(db, caller, path, "kitchen"),
  printUsedStockItems: ({ db, caller, path }) => queuePrint(db, caller, path, "usedStockItems"),
} satisfies Pick<Handlers, "printPreBill" | "printKitchenTicket" | "printUsedStockItems">;
