import type { OperationId } from "./handlerTypes.ts";

/**
 * Reads whose duration grows with the orders, customers or dishes of a company. They use the connections for reports.
 * An export of a single document reads no more than the page of this document, so it does not use these connections and
 * never waits for reports.
 */
const reportOperations: ReadonlySet<string> = new Set<OperationId>([
  "getPaymentReport",
  "getItemReport",
  "getDiscountReport",
  "getCancellationReport",
  "getCallReport",
  "exportGeneralReport",
  "getFinanceReport",
  "exportFinanceReport",
  "getInventoryDashBoard",
  "listRealization",
  "exportCustomers",
  "exportCompanyItems",
  "exportGroupItems",
  "exportStockToOrder",
]);

/** Returns true for an operation that uses the connections for reports, such as any figures of the dashboard. */
export const isReport = (operation: string): boolean =>
  operation.startsWith("getDashboard") || reportOperations.has(operation);
