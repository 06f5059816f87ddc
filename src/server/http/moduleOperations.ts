import type { Schemas } from "#api/client.ts";
import type { OperationId } from "./handlerTypes.ts";

type ModuleName = Schemas["ModuleName"];

/**
 * Write operations that the server refuses while their module is off. Requests to print and operations that finish
 * earlier work are not listed, because the server always accepts them. Public operations are not listed, because their
 * paths contain no company; `trackCall` calls `requireModule` itself.
 */
const operationsOfModules: Readonly<Record<ModuleName, readonly OperationId[]>> = {
  kitchen: [
    "tapKitchenItem",
    "updateKitchenSettings",
    "createKitchenStation",
    "updateKitchenStation",
    "deleteKitchenStation",
  ],
  stopList: ["putItemStop", "deleteItemStop"],
  delivery: [
    "updateDeliverySettings",
    "createDeliveryZone",
    "updateDeliveryZone",
    "deleteDeliveryZone",
    "setDeliveryDuty",
    "saveCourierPosition",
    "createDeliveryTrip",
    "tapDeliveryTrip",
    "moveDeliveryTrip",
    "assignDelivery",
    "tapDeliveryStop",
    "issueDoorInvoice",
  ],
  customers: ["updateCustomerCard", "mergeCustomer", "unmergeCustomer", "anonymizeCustomer"],
  calls: [
    "createOperatorPhone",
    "updateOperatorPhone",
    "deleteOperatorPhone",
    "resetOperatorPhoneToken",
    "createOperatorPhoneLink",
  ],
  stock: [
    "hideStock",
    "createStockOperation",
    "calculateStock",
    "previewStockCalculation",
    "updateStockMinimum",
    "updateStockSettings",
    "createTransferList",
    "updateTransferList",
    "deleteTransferList",
    "sendTransferList",
    "approveTransferList",
    "refuseTransferList",
    "recallTransferList",
    "createStockAct",
    "updateStockAct",
    "deleteStockAct",
    "approveStockAct",
    "reverseStockAct",
    "createInventoryGroup",
    "updateInventoryGroup",
    "deleteInventoryGroup",
    "createInventory",
    "updateInventory",
    "deleteInventory",
    "addInventoryEntries",
    "reviewInventory",
    "approveInventory",
    "cancelInventory",
  ],
  suppliers: [
    "createSupplier",
    "updateSupplier",
    "deleteSupplier",
    "createPackingList",
    "updatePackingList",
    "deletePackingList",
    "readPackingListTable",
    "approvePackingList",
    "reversePackingList",
  ],
  finance: [
    "updateFinanceSettings",
    "createFinanceSource",
    "updateFinanceSource",
    "deleteFinanceSource",
    "createFinanceCategory",
    "updateFinanceCategory",
    "deleteFinanceCategory",
    "createFinanceTransaction",
    "correctFinanceTransaction",
    "reverseFinanceTransaction",
  ],
  cashShift: ["openCashShift", "updateCashShift", "deleteCashShift", "closeCashShift", "handInCash"],
  externalPayment: [
    "issueInvoice",
    "createExternalMethod",
    "updateExternalMethod",
    "deleteExternalMethod",
    "checkExternalMethod",
  ],
  printing: [
    "handlePrintJob",
    "createPrinter",
    "updatePrinter",
    "deletePrinter",
    "updatePrintInfo",
    "startPrintDuty",
    "takePrintJob",
  ],
  overrides: ["requestOverride", "grantOverride", "answerOverride"],
  shop: ["updateShop", "updateShopCategories"],
  feedback: ["resolveGuestReview"],
};

const modules = new Map<string, ModuleName>(
  (Object.keys(operationsOfModules) as ModuleName[]).flatMap((module) =>
    operationsOfModules[module].map((operation): [string, ModuleName] => [operation, module]),
  ),
);

/**
 * Returns the module that must be on for a write operation of `operationsOfModules`. Returns undefined for all other
 * operations.
 */
export const moduleOfOperation = (operation: string): ModuleName | undefined => modules.get(operation);
