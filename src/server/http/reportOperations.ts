import type { OperationId } from "./handlerTypes.ts";

/**
 * Read operations whose duration grows with the orders, customers or dishes of a company; they use the connections for
 * reports. The export of a single document is not listed, because it reads little and must not wait for reports.
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

/** Returns true for an operation that uses the connections for reports, such as every operation of the dashboard. */
export const isReport = (operation: string): boolean =>
  operation.startsWith("getDashboard") || reportOperations.has(operation);
