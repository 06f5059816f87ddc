import ts from "typescript";
import { expect, test } from "vitest";

/** Requests that continue after the machine has left their state. Each value is the reason. */
const uninterrupted: Readonly<Record<string, string>> = {
  "machines/boards/delivery.actors.ts POST /api/Delivery/Company/{companyId}/Duty":
    "a tap of the courier is never aborted",
  "machines/boards/delivery.actors.ts POST /api/DeliveryStop/{orderId}/Company/{companyId}/Assign":
    "a tap of the dispatcher is never aborted",
  "machines/boards/delivery.actors.ts POST /api/DeliveryStop/{orderId}/Company/{companyId}/{verb}":
    "a tap of the courier is never aborted",
  "machines/boards/delivery.actors.ts POST /api/DeliveryTrip/{tripId}/Company/{companyId}/Move":
    "a tap of the dispatcher is never aborted",
  "machines/boards/delivery.actors.ts POST /api/DeliveryTrip/{tripId}/Company/{companyId}/{verb}":
    "a tap of the courier is never aborted",
  "machines/calls/phoneTracker.actors.ts POST /api/PhoneTracker/Call": "the report of a call is never aborted",
  "machines/calls/ringingCall.actors.ts POST /api/OperatorPhoneCall/{id}/Company/{companyId}/Take":
    "the taking of a call is never aborted",
  "machines/boards/kitchen.actors.ts POST /api/Kitchen/{lineId}/Company/{companyId}/{verb}":
    "a tap of the cook is never aborted",
  "machines/directory/descriptors/inventories.ts DELETE /api/Inventory/{id}/Company/{companyId}":
    "A document is changed once and then verified, even if the user leaves the page.",
  "machines/directory/descriptors/inventories.ts POST /api/Inventory/{id}/Company/{companyId}/Approve":
    "A document is changed once and then verified, even if the user leaves the page.",
  "machines/directory/descriptors/inventories.ts POST /api/Inventory/{id}/Company/{companyId}/Cancel":
    "A document is changed once and then verified, even if the user leaves the page.",
  "machines/directory/descriptors/inventories.ts POST /api/Inventory/{id}/Company/{companyId}/Review":
    "A document is changed once and then verified, even if the user leaves the page.",
  "machines/directory/descriptors/inventories.ts PUT /api/Inventory/{id}/Company/{companyId}":
    "A document is changed once and then verified, even if the user leaves the page.",
  "machines/directory/descriptors/packingLists.ts DELETE /api/PackingList/{id}/Company/{companyId}":
    "A document is changed once and then verified, even if the user leaves the page.",
  "machines/directory/descriptors/packingLists.ts POST /api/PackingList/{id}/Company/{companyId}/Approve":
    "A document is changed once and then verified, even if the user leaves the page.",
  "machines/directory/descriptors/packingLists.ts POST /api/PackingList/{id}/Company/{companyId}/Reverse":
    "A document is changed once and then verified, even if the user leaves the page.",
  "machines/directory/descriptors/stockActs.ts DELETE /api/StockAct/{id}/Company/{companyId}":
    "A document is changed once and then verified, even if the user leaves the page.",
  "machines/directory/descriptors/stockActs.ts POST /api/StockAct/{id}/Company/{companyId}/Approve":
    "A document is changed once and then verified, even if the user leaves the page.",
  "machines/directory/descriptors/stockActs.ts POST /api/StockAct/{id}/Company/{companyId}/Reverse":
    "A document is changed once and then verified, even if the user leaves the page.",
  "machines/directory/descriptors/transfers.ts DELETE /api/TransferList/{id}/Company/{companyId}":
    "A document is changed once and then verified, even if the user leaves the page.",
  "machines/directory/descriptors/transfers.ts POST /api/TransferList/{id}/Company/{companyId}/Approve":
    "A document is changed once and then verified, even if the user leaves the page.",
  "machines/directory/descriptors/transfers.ts POST /api/TransferList/{id}/Company/{companyId}/Recall":
    "A document is changed once and then verified, even if the user leaves the page.",
  "machines/directory/descriptors/transfers.ts POST /api/TransferList/{id}/Company/{companyId}/Refuse":
    "A document is changed once and then verified, even if the user leaves the page.",
  "machines/directory/descriptors/transfers.ts POST /api/TransferList/{id}/Company/{companyId}/Send":
    "A document is changed once and then verified, even if the user leaves the page.",
  "machines/finance/cashShift.actors.ts POST /api/CashShift/{id}/Company/{companyId}/Close":
    "the closing of a shift is never aborted",
  "machines/orders/editor/favourites.actors.ts POST /api/UserSetting":
    "the mark of a favourite is saved even if the editor is closed",
  "machines/orders/editor/orderEditor.actors.ts POST /api/Order/Company/{companyId}": "a save is never aborted",
  "machines/orders/editor/orderEditor.actors.ts POST /api/Order/{orderId}/Company/{companyId}":
    "a save is never aborted",
  "machines/orders/status/statusChange.actors.ts PATCH /api/Order/Company/{companyId}/{orderId}":
    "a change of status is never aborted",
  "machines/orders/status/statusUndo.actors.ts POST /api/Order/Company/{companyId}/{orderId}/Undo":
    "a change of status is never aborted",
  "machines/overrides/override.actors.ts DELETE /api/Override/{id}/Company/{companyId}":
    "the request is withdrawn even if the dialog is closed",
  "machines/overrides/overrideAnswer.actors.ts POST /api/Override/{id}/Company/{companyId}/Answer":
    "an answer is never aborted",
  "machines/payments/doorInvoice.actors.ts DELETE /api/DeliveryStop/{orderId}/Company/{companyId}/Invoice":
    "a payment in progress is never aborted",
  "machines/payments/doorInvoice.actors.ts POST /api/DeliveryStop/{orderId}/Company/{companyId}/Invoice":
    "a payment in progress is never aborted",
  "machines/payments/moneyMove.actors.ts POST /api/Order/{orderId}/Company/{companyId}/CheckExternalPayment/{paymentId}":
    "a payment in progress is never aborted",
  "machines/payments/moneyMove.actors.ts POST /api/Order/{orderId}/Company/{companyId}/ConfirmPayment/{paymentId}":
    "a payment in progress is never aborted",
  "machines/payments/moneyMove.actors.ts POST /api/Order/{orderId}/Company/{companyId}/ExternalPayment":
    "a payment in progress is never aborted",
  "machines/payments/moneyMove.actors.ts POST /api/Order/{orderId}/Company/{companyId}/Payment":
    "a payment in progress is never aborted",
  "machines/payments/moneyMove.actors.ts POST /api/Order/{orderId}/Company/{companyId}/RejectPayment/{paymentId}":
    "a payment in progress is never aborted",
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
    "after an aborted request, the user would be asked for the result of the job",
  "machines/printing/printJob.actors.ts POST /api/PrintDuty/{dutyId}/Company/{companyId}/Report":
    "the report of a paper must arrive",
  "machines/stock/countSheet.actors.ts POST /api/Inventory/{id}/Company/{companyId}/Entry": "an entry is never aborted",
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
