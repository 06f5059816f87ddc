import ts from "typescript";
import { expect, test } from "vitest";

/** Requests that continue after the machine has left their state. Each value is the reason. */
const uninterrupted: Readonly<Record<string, string>> = {
  "machines/boards/delivery.actors.ts POST /api/Delivery/Company/{companyId}/Duty":
    "a tap of the courier is never cut off",
  "machines/boards/delivery.actors.ts POST /api/DeliveryStop/{orderId}/Company/{companyId}/Assign":
    "a tap of the dispatcher is never cut off",
  "machines/boards/delivery.actors.ts POST /api/DeliveryStop/{orderId}/Company/{companyId}/{verb}":
    "a tap of the courier is never cut off",
  "machines/boards/delivery.actors.ts POST /api/DeliveryTrip/{tripId}/Company/{companyId}/Move":
    "a tap of the dispatcher is never cut off",
  "machines/boards/delivery.actors.ts POST /api/DeliveryTrip/{tripId}/Company/{companyId}/{verb}":
    "a tap of the courier is never cut off",
  "machines/calls/phoneTracker.actors.ts POST /api/PhoneTracker/Call": "the report of a call is never cut off",
  "machines/calls/ringingCall.actors.ts POST /api/OperatorPhoneCall/{id}/Company/{companyId}/Take":
    "the call of an operator is never cut off",
  "machines/boards/kitchen.actors.ts POST /api/Kitchen/{lineId}/Company/{companyId}/{verb}":
    "a tap of the cook is never cut off",
  "machines/directory/descriptors/inventories.ts DELETE /api/Inventory/{id}/Company/{companyId}":
    "A document is changed once and then verified, also if the user leaves.",
  "machines/directory/descriptors/inventories.ts POST /api/Inventory/{id}/Company/{companyId}/Approve":
    "A document is changed once and then verified, also if the user leaves.",
  "machines/directory/descriptors/inventories.ts POST /api/Inventory/{id}/Company/{companyId}/Cancel":
    "A document is changed once and then verified, also if the user leaves.",
  "machines/directory/descriptors/inventories.ts POST /api/Inventory/{id}/Company/{companyId}/Review":
    "A document is changed once and then verified, also if the user leaves.",
  "machines/directory/descriptors/inventories.ts PUT /api/Inventory/{id}/Company/{companyId}":
    "A document is changed once and then verified, also if the user leaves.",
  "machines/directory/descriptors/packingLists.ts DELETE /api/PackingList/{id}/Company/{companyId}":
    "A document is changed once and then verified, also if the user leaves.",
  "machines/directory/descriptors/packingLists.ts POST /api/PackingList/{id}/Company/{companyId}/Approve":
    "A document is changed once and then verified, also if the user leaves.",
  "machines/directory/descriptors/packingLists.ts POST /api/PackingList/{id}/Company/{companyId}/Reverse":
    "A document is changed once and then verified, also if the user leaves.",
  "machines/directory/descriptors/stockActs.ts DELETE /api/StockAct/{id}/Company/{companyId}":
    "A document is changed once and then verified, also if the user leaves.",
  "machines/directory/descriptors/stockActs.ts POST /api/StockAct/{id}/Company/{companyId}/Approve":
    "A document is changed once and then verified, also if the user leaves.",
  "machines/directory/descriptors/stockActs.ts POST /api/StockAct/{id}/Company/{companyId}/Reverse":
    "A document is changed once and then verified, also if the user leaves.",
  "machines/directory/descriptors/transfers.ts DELETE /api/TransferList/{id}/Company/{companyId}":
    "A document is changed once and then verified, also if the user leaves.",
  "machines/directory/descriptors/transfers.ts POST /api/TransferList/{id}/Company/{companyId}/Approve":
    "A document is changed once and then verified, also if the user leaves.",
  "machines/directory/descriptors/transfers.ts POST /api/TransferList/{id}/Company/{companyId}/Recall":
    "A document is changed once and then verified, also if the user leaves.",
  "machines/directory/descriptors/transfers.ts POST /api/TransferList/{id}/Company/{companyId}/Refuse":
    "A document is changed once and then verified, also if the user leaves.",
  "machines/directory/descriptors/transfers.ts POST /api/TransferList/{id}/Company/{companyId}/Send":
    "A document is changed once and then verified, also if the user leaves.",
  "machines/finance/cashShift.actors.ts POST /api/CashShift/{id}/Company/{companyId}/Close":
    "the closing of a shift is never cut off",
  "machines/orders/editor/favourites.actors.ts POST /api/UserSetting":
    "the mark of a favourite is saved even if the editor is closed",
  "machines/orders/editor/orderEditor.actors.ts POST /api/Order/Company/{companyId}": "a save is never cut off",
  "machines/orders/editor/orderEditor.actors.ts POST /api/Order/{orderId}/Company/{companyId}":
    "a save is never cut off",
  "machines/orders/status/statusChange.actors.ts PATCH /api/Order/Company/{companyId}/{orderId}":
    "a change of status is never cut off",
  "machines/orders/status/statusUndo.actors.ts POST /api/Order/Company/{companyId}/{orderId}/Undo":
    "a change of status is never cut off",
  "machines/overrides/override.actors.ts DELETE /api/Override/{id}/Company/{companyId}":
    "the request is withdrawn even if the dialog is closed",
  "machines/overrides/overrideAnswer.actors.ts POST /api/Override/{id}/Company/{companyId}/Answer":
    "an answer is never cut off",
  "machines/payments/doorInvoice.actors.ts DELETE /api/DeliveryStop/{orderId}/Company/{companyId}/Invoice":
    "money under way is never cut off",
  "machines/payments/doorInvoice.actors.ts POST /api/DeliveryStop/{orderId}/Company/{companyId}/Invoice":
    "money under way is never cut off",
  "machines/payments/moneyMove.actors.ts POST /api/Order/{orderId}/Company/{companyId}/CheckExternalPayment/{paymentId}":
    "money under way is never cut off",
  "machines/payments/moneyMove.actors.ts POST /api/Order/{orderId}/Company/{companyId}/ConfirmPayment/{paymentId}":
    "money under way is never cut off",
  "machines/payments/moneyMove.actors.ts POST /api/Order/{orderId}/Company/{companyId}/ExternalPayment":
    "money under way is never cut off",
  "machines/payments/moneyMove.actors.ts POST /api/Order/{orderId}/Company/{companyId}/Payment":
    "money under way is never cut off",
  "machines/payments/moneyMove.actors.ts POST /api/Order/{orderId}/Company/{companyId}/RejectPayment/{paymentId}":
    "money under way is never cut off",
  "machines/printing/bills.actors.ts POST /api/PrintJob/{jobId}/Company/{companyId}": "the paper is already printed",
  "machines/printing/orderPrint.actors.ts POST /PreBill/Company/{companyId}/{orderId}": "a print request is a write",
  "machines/printing/orderPrint.actors.ts POST /PreBill/Company/{companyId}/{orderId}/Kitchen":
    "a print request is a write",
  "machines/printing/orderPrint.actors.ts POST /PreBill/Company/{companyId}/{orderId}/UsedStockItems":
    "a print request is a write",
  "machines/printing/printCenter.actors.ts DELETE /api/PrintDuty/{dutyId}/Company/{companyId}":
    "the duty ends on the server although the page is left",
  "machines/printing/printDuty.actors.ts POST /api/PrintJob/{jobId}/Company/{companyId}":
    "the report of a paper must arrive",
  "machines/printing/printJob.actors.ts POST /api/PrintDuty/{dutyId}/Company/{companyId}/Begin":
    "a job that is cut off here would be asked about",
  "machines/printing/printJob.actors.ts POST /api/PrintDuty/{dutyId}/Company/{companyId}/Report":
    "the report of a paper must arrive",
  "machines/stock/countSheet.actors.ts POST /api/Inventory/{id}/Company/{companyId}/Entry": "an entry is never cut off",
};

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

const methodOf = (call: ts.CallExpression): string | undefined => {
  const called = call.expression;
  if (!ts.isPropertyAccessExpression(called) || !called.expression.getText().endsWith("api")) return undefined;
  return METHODS.find((method) => method === called.name.text);
};

const callsOf = (node: ts.Node): ts.CallExpression[] => [
  ...(ts.isCallExpression(node) && methodOf(node) !== undefined ? [node] : []),
  ...node.getChildren().flatMap(callsOf),
];

const hasProperty = ({ properties }: ts.ObjectLiteralExpression, wanted: string): boolean =>
  properties.some(({ name }) => name?.getText() === wanted);

/** Returns true if the options of a call contain a signal. Uses the slow type checker only for ambiguous syntax. */
const passesSignal = (checker: ts.TypeChecker, { arguments: [, options] }: ts.CallExpression): boolean => {
  if (options === undefined) return false;
  if (ts.isObjectLiteralExpression(options)) {
    if (hasProperty(options, "signal")) return true;
    if (!options.properties.some(ts.isSpreadAssignment)) return false;
  }
  return checker.getTypeAtLocation(options).getProperty("signal") !== undefined;
};

const machinesProgram = (): ts.Program => {
  const { config } = ts.readConfigFile("machines/tsconfig.json", ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, "machines");
  return ts.createProgram(fileNames, { ...options, noEmit: true });
};

test("API requests of actors — receive the abort signal of the actor, except the listed writes", () => {
  const program = machinesProgram();
  const checker = program.getTypeChecker();
  const calls = program
    .getSourceFiles()
    .filter(({ fileName }) => /(^|\/)machines\//.test(fileName))
    .flatMap((file) =>
      callsOf(file).map((call) => ({ file: file.fileName.replace(/^.*?machines\//, "machines/"), call })),
    );
  const found = calls
    .filter(({ call }) => !passesSignal(checker, call))
    .map(({ file, call }) => `${file} ${methodOf(call)} ${call.arguments[0]?.getText().slice(1, -1)}`);
  expect(calls.length).toBeGreaterThan(100);
  expect([...new Set(found)].sort()).toEqual(Object.keys(uninterrupted).sort());
}, 120_000);
