import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { KEPT, RETENTION } from "#server/services/monitoring/retention.ts";
import { type ContractOperation, contractOperations } from "../../support/oracles/serverAnswers.ts";
import { bodyExampleOf, isForm, pathExampleOf, requiredQueryOf } from "../../support/oracles/textFields.ts";
import { createCompanyFlows } from "../../support/server/companyFlows.ts";
import { merge, unmerge } from "../../support/server/customers.ts";
import { createChangeAndRemove, directorySamples } from "../../support/server/directorySamples.ts";
import { DISTRIBUTED, UNDIVIDED } from "../../support/server/distributedTables.ts";
import { multipartForm } from "../../support/server/form.ts";
import {
  entryOf,
  givenApprovedInventory,
  givenInventory,
  inCompany,
  sendEntries,
} from "../../support/server/inventories.ts";
import { dishOf, givenOrder, lineOf, methodIds, pathOf, statusIds } from "../../support/server/orders.ts";
import {
  givenApproved,
  givenDraft,
  newStockItem,
  packingLine,
  reverseList,
} from "../../support/server/packingLists.ts";
import { EXPLAIN_SETTINGS, type PartitionFault, watchPartitions } from "../../support/server/partitionPlans.ts";
import { partitionByCompany } from "../../support/server/partitions.ts";
import { newPlace, type ServerPlace } from "../../support/server/serverPlace.ts";
import { givenAct, givenApprovedAct, reverseAct, writeOffOf } from "../../support/server/stockActs.ts";
import { startWorld, type World } from "../../support/server/testServer.ts";
import { acceptTransfer, allAccepted, givenSent, moveStock, newTransferItem } from "../../support/server/transfers.ts";
import { type Kassa, startKassa } from "../../support/server/yookassa.ts";

const COURIER = 7;
const OWNER = 2;
const MANAGER = 3;
const TILL = 1;
const company = { companyId: 1 };

/**
 * Operations that may touch several partitions of a table. The key contains the operation and the table, and the value
 * is the reason. Operations of administrators and of company groups are exempt without an entry.
 */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "startPrintDuty print_duty": "the browser chooses the id of a duty, so another company may have it",
  "requestOverride override_request": "the limit of requests of a user counts all companies",
  "trackCall operator_phone_call": "the company follows from the token of the phone",
  "updateTransferList stock_operation":
    "PostgreSQL checks the foreign key of a transfer in all partitions, because a transfer belongs to two companies",
  "deleteTransferList stock_operation":
    "PostgreSQL checks the foreign key of a transfer in all partitions, because a transfer belongs to two companies",
  "deleteInventoryGroup inventory": "PostgreSQL checks the foreign key of a removed directory entry in all partitions",
  "paySandboxInvoice payment": "the test provider of payments names no company",
  "declineSandboxInvoice payment": "the test provider of payments names no company",
  "other feedback_link": "the link of a guest has only a token",
  "other orders": "the link of a guest has only a token",
  "other guest_review": "the link of a guest has only a token",
};

/**
 * Read operations of a company that the test cannot call with success: one requires a signed challenge, the other a
 * stopped dish.
 */
const NO_EXAMPLE: readonly string[] = ["listOverrideManagers", "getItemStop"];

/** Write operations that never succeed in these tests, each with the reason. They write to no table of a company. */
const REFUSED_WRITES: Readonly<Record<string, string>> = {
  beginTwoFactor: "the flows sign the user out first",
  disableTwoFactor: "needs a code of an authenticator",
  enableTwoFactor: "needs a code of an authenticator",
  refreshToken: "needs the cookie of a session",
};

const faults: PartitionFault[] = [];
const called = new Set<string>();
const succeeded = new Set<string>();
let place: ServerPlace;
let kassa: Kassa;
let world: World;
let statementCount: () => number;

const explainStatements = async (url: string): Promise<void> => {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const { rows } = await admin.query("select current_database() as name");
  for (const setting of EXPLAIN_SETTINGS) await admin.query(`alter database ${rows[0].name} set ${setting}`);
  await admin.end();
};

beforeAll(async () => {
  place = await newPlace();
  const url = place.databaseUrl ?? "";
  await partitionByCompany(url, DISTRIBUTED);
  await explainStatements(url);
  const watcher = watchPartitions((fault) => faults.push(fault));
  statementCount = watcher.statementCount;
  kassa = await startKassa();
  world = await startWorld({
    place,
    config: { yookassa: { baseUrl: kassa.baseUrl, shopId: "", secretKey: "" } },
    onDatabase: ({ pool, reportPool }) => [pool, reportPool].forEach(watcher.watch),
  });
  const ask = world.ask.bind(world);
  // Records which operations the tests below call, and which of these operations succeed at least once.
  world = Object.assign(Object.create(world), {
    ask: async (...given: Parameters<World["ask"]>) => {
      const answer = await ask(...given);
      called.add(given[0]);
      if (answer.status < 300) succeeded.add(given[0]);
      return answer;
    },
  });
});
afterAll(async () => {
  await world.stop();
  await kassa.stop();
  await place.remove();
});

const operationById = new Map(contractOperations.map((operation) => [operation.id, operation]));

const isExempt = ({ operation, table }: PartitionFault): boolean => {
  const described = operationById.get(operation);
  const isWide = described?.node["x-permission"] === "admin" || described?.path.includes("{companyGroupId}");
  return isWide || `${operation} ${table}` in EXCEPTIONS;
};

/**
 * Runs a function. Describes each statement with which a request touched a second partition of a table, without the
 * statements of exempt operations.
 */
const findFaults = async (run: () => Promise<unknown>): Promise<string[]> => {
  faults.length = 0;
  await run();
  return faults
    .filter((fault) => !isExempt(fault))
    .map(({ operation, table, statement }) => `${operation} ${table}: ${statement}`);
};

/** Does the same as `findFaults` for a function that must touch at least one partition. */
const findFaultsOfUsed = async (run: () => Promise<unknown>): Promise<string[]> => {
  const before = statementCount();
  const found = await findFaults(run);
  expect(statementCount()).toBeGreaterThan(before);
  return found;
};

/** Returns the answer of a call that must succeed. */
const ok = async <Answer extends { readonly status: number; readonly text: string }>(
  asked: Promise<Answer>,
): Promise<Answer> => {
  const answer = await asked;
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
  return answer;
};

const pay = (order: { id: number }, amount: number, method: keyof typeof methodIds = "cash", as = "cashier") =>
  ok(
    world.ask("acceptPayment", {
      as,
      path: pathOf(order),
      body: { payment: [{ paymentMethodId: methodIds[method], amount }] },
    }),
  );

const setStatus = (order: { id: number }, status: keyof typeof statusIds) =>
  ok(
    world.ask("changeOrderStatus", {
      as: "owner",
      path: pathOf(order),
      body: { orderStatusId: statusIds[status], orderStatusReason: "Проверка" },
    }),
  );

const address = { deliveryAddress: "ул. Садовая", deliveryAddressBuilding: "5" };

const flows: Readonly<Record<string, () => Promise<unknown>>> = {
  "an order from its creation to its end": async () => {
    const order = await givenOrder(world, { ...address, phone: "+79160007001", customerName: "Раздел" });
    const dish = await dishOf(world, "Маргарита");
    const items = [lineOf(dish, { count: 3 })];
    await ok(
      world.ask("editOrder", {
        as: "operator",
        path: pathOf(order),
        body: { ...address, items, phone: "+79160007001", note: "быстрее" },
      }),
    );
    await setStatus(order, "confirmed");
    await ok(world.ask("undoOrderStatus", { as: "owner", path: pathOf(order) }));
    await setStatus(order, "cooking");
    await pay(order, 1000);
    const paid = await pay(order, 470);
    const [payment] = paid.json.payments;
    await ok(
      world.ask("rejectPayment", {
        as: "cashier",
        path: { ...pathOf(order), paymentId: payment?.id ?? 0 },
        body: { amount: 100 },
      }),
    );
    await pay(order, 100);
    await setStatus(order, "delivered");
  },

  "a cancelled order": async () => {
    const order = await givenOrder(world, { phone: "+79160007002" });
    await setStatus(order, "cooking");
    await setStatus(order, "canceled");
  },

  "a discount with a limit of uses": async () => {
    const terms = { promoCode: "РАЗДЕЛ", maxUses: 2, isOncePerCustomer: true };
    const { json: discount } = await ok(
      world.ask("createDiscount", {
        as: "owner",
        path: company,
        body: { name: "Раздел −5 %", order: 9, type: "%", value: 5, detail: null, terms },
      }),
    );
    const use = { discountId: discount.id, promoCode: terms.promoCode };
    const order = await givenOrder(world, { ...use, phone: "+79160007031" });
    const other = await givenOrder(world, { phone: "+79160007032" });
    const items = [lineOf(await dishOf(world, "Маргарита"))];
    await ok(
      world.ask("editOrder", {
        as: "operator",
        path: pathOf(other),
        body: { ...use, items, phone: "+79160007032" },
      }),
    );
    await setStatus(order, "canceled");
    await ok(world.ask("undoOrderStatus", { as: "owner", path: pathOf(order) }));
    await ok(world.ask("summarizeDiscounts", { as: "owner", path: company }));
  },

  "an invoice": async () => {
    const order = await givenOrder(world, { phone: "+79160007003" });
    const invoice = await ok(
      world.ask("issueInvoice", {
        as: "cashier",
        path: pathOf(order),
        body: { paymentMethodId: methodIds.sandbox, amount: 100 },
      }),
    );
    const path = { ...pathOf(order), paymentId: invoice.json.paymentId };
    await ok(world.ask("checkInvoice", { as: "cashier", path }));
    await ok(world.ask("rejectPayment", { as: "cashier", path, body: {} }));
  },

  "an invoice that the provider reports as paid": async () => {
    const { json: method } = await ok(
      world.ask("createExternalMethod", {
        as: "owner",
        path: company,
        body: { name: "Эквайринг", shopId: "100500", secretKey: "live_secret" },
      }),
    );
    const methodBody = { name: "Картой на сайте", financeSourceId: null, externalPaymentMethodId: method.id };
    const { json: paymentMethod } = await ok(
      world.ask("createPaymentMethod", { as: "owner", path: company, body: methodBody }),
    );
    const order = await givenOrder(world, { phone: "+79160007033" });
    const body = { paymentMethodId: paymentMethod.id, amount: 100 };
    await ok(world.ask("issueInvoice", { as: "cashier", path: pathOf(order), body }));
    const payment = [...kassa.payments.values()].at(-1);
    if (!payment) throw new Error("the provider has no payment");
    payment.status = "succeeded";
    const token = method.notificationPath.split("/")[3] ?? "";
    await ok(world.ask("notifyExternalPayment", { path: { token }, body: { object: { id: payment.id } } }));
  },

  "the kitchen": async () => {
    const order = await givenOrder(world, { phone: "+79160007004" });
    const { json } = await ok(world.ask("getKitchen", { as: "kitchen" }));
    const item = json.find(({ orderId }) => orderId === order.id);
    for (const verb of ["Start", "Ready", "Return"] as const)
      await ok(
        world.ask("tapKitchenItem", {
          as: "kitchen",
          path: { lineId: item?.id ?? 0, companyId: 1, verb },
          body: verb === "Return" ? { to: "cooking" } : {},
        }),
      );
  },

  printing: async () => {
    const order = await givenOrder(world, { phone: "+79160007005" });
    const place = { as: "cashier", path: { ...company, dutyId: randomUUID() } };
    const body = {
      dutyId: place.path.dutyId,
      printerId: TILL,
      kinds: ["preBill" as const, "usedStockItems" as const],
      isTakeover: true,
    };
    await ok(world.ask("startPrintDuty", { as: "cashier", path: company, body }));
    await ok(world.ask("beatPrintDuty", place));
    const { json: job } = await ok(world.ask("printPreBill", { as: "cashier", path: pathOf(order) }));
    for (let taken = 0; taken < 20; taken++) {
      const { json } = await ok(world.ask("takePrintJob", place));
      if (!json.job) break;
      const { id: jobId, attempt } = json.job;
      await ok(world.ask("beginPrintJob", { ...place, body: { jobId, attempt, key: randomUUID() } }));
      const reason = "Нет бумаги";
      await ok(world.ask("reportPrintJob", { ...place, body: { jobId, attempt, result: "failed", reason } }));
    }
    await ok(
      world.ask("handlePrintJob", {
        as: "owner",
        path: { ...company, jobId: job.id },
        body: { command: "retry", isAgain: true },
      }),
    );
    await ok(world.ask("endPrintDuty", place));
    await ok(world.ask("printKitchenTicket", { as: "operator", path: pathOf(order) }));
    await ok(world.ask("printUsedStockItems", { as: "cashier", path: pathOf(order) }));
  },

  "a delivery": async () => {
    await sql`update delivery_stop set state = 'failed' where state in ('assigned', 'onTheWay')`.execute(world.db);
    await sql`update delivery_trip set state = 'closed'`.execute(world.db);
    await ok(world.ask("setDeliveryDuty", { as: "courier", body: { isOnDuty: true } }));
    const orders = [];
    for (const phone of ["+79160007006", "+79160007007", "+79160007008"])
      orders.push(await givenOrder(world, { ...address, phone }));
    const [first, second, third] = orders;
    const orderIds = [first?.id ?? 0, second?.id ?? 0];
    const { json: trip } = await ok(
      world.ask("createDeliveryTrip", { as: "manager", body: { courierId: COURIER, orderIds } }),
    );
    const assign = (courierId: number | null, seenCourierId: number | null) =>
      ok(
        world.ask("assignDelivery", {
          as: "manager",
          path: { ...company, orderId: third?.id ?? 0 },
          body: { courierId, seenCourierId },
        }),
      );
    await assign(COURIER, null);
    await assign(null, COURIER);
    const tapTrip = (verb: "Start" | "Return") =>
      ok(world.ask("tapDeliveryTrip", { as: "courier", path: { ...company, tripId: trip.id, verb }, body: {} }));
    type Verb = "Take" | "Deliver" | "Fail" | "Reopen";
    const tap = (orderId: number, verb: Verb, body: Schemas["DeliveryAction"] = {}) =>
      ok(world.ask("tapDeliveryStop", { as: "courier", path: { ...company, orderId, verb }, body }));
    const failure = { reason: "Нет дома" };
    const move = (courierId: number, seenCourierId: number) =>
      ok(
        world.ask("moveDeliveryTrip", {
          as: "manager",
          path: { ...company, tripId: trip.id },
          body: { courierId, seenCourierId },
        }),
      );
    await move(OWNER, COURIER);
    await move(COURIER, OWNER);
    await tapTrip("Start");
    const door = { as: "courier", path: { ...company, orderId: orderIds[1] ?? 0 } };
    await ok(world.ask("issueDoorInvoice", door));
    await ok(world.ask("checkDoorInvoice", door));
    await ok(world.ask("cancelDoorInvoice", door));
    await ok(world.ask("saveCourierPosition", { as: "courier", path: company, body: { point: { lat: 55, lon: 37 } } }));
    await tap(orderIds[0] ?? 0, "Fail", failure);
    await tap(orderIds[0] ?? 0, "Reopen");
    await tap(orderIds[0] ?? 0, "Deliver", { payment: { paymentMethodId: methodIds.cash, amount: 980 } });
    const path = { ...company, orderId: orderIds[0] ?? 0 };
    const { json: payments } = await ok(world.ask("listPayments", { as: "owner", path }));
    const paymentId = payments[0]?.id ?? 0;
    await ok(world.ask("confirmPayment", { as: "cashier", path: { ...path, paymentId } }));
    await tap(orderIds[1] ?? 0, "Fail", failure);
    await tapTrip("Return");
    await tap(third?.id ?? 0, "Take");
  },

  "customer cards": async () => {
    await givenOrder(world, { ...address, phone: "+79160007011", customerName: "Первый" });
    await givenOrder(world, { ...address, phone: "+79160007012", customerName: "Второй" });
    const idOf = async (phone: string) =>
      (await ok(world.ask("findCustomer", { as: "operator", path: { ...company, phone } }))).json.id;
    const [from, into] = [await idOf("+79160007011"), await idOf("+79160007012")];
    const path = { ...company, id: into };
    await ok(merge(world, from, into));
    await ok(
      world.ask("updateCustomerCard", {
        as: "owner",
        path,
        body: { alias: "Второй", note: null, risk: "none", riskReason: null, addresses: [address] },
      }),
    );
    await ok(world.ask("listCustomerOrders", { as: "operator", path }));
    await ok(world.ask("listCustomerCalls", { as: "operator", path }));
    await ok(unmerge(world, from));
    const { json: open } = await world.ask("listOrders", { as: "owner", path: company });
    for (const order of open.filter(({ phone }) => phone === "+79160007011")) await setStatus(order, "canceled");
    const { json: card } = await world.ask("getCustomerCard", { as: "owner", path: { ...company, id: from } });
    await ok(
      world.ask("anonymizeCustomer", {
        as: "owner",
        path: { ...company, id: from },
        seen: card.version,
        body: { phoneEnding: "7011" },
      }),
    );
  },

  "cash shifts, payments and finance transactions": async () => {
    const drawerNow = async () => {
      const { json: now } = await ok(world.ask("getCashDrawers", { as: "cashier" }));
      return now.drawers.find(({ id }) => id === TILL);
    };
    const drawer = await drawerNow();
    const open = drawer?.shift;
    if (open)
      await ok(
        world.ask("closeCashShift", {
          as: "owner",
          path: { ...company, id: open.id },
          seen: open.version,
          body: { counted: drawer.balance, reason: "Проверка" },
        }),
      );
    const openShift = async () => {
      const opening = (await drawerNow())?.balance ?? 0;
      const body = { financeSourceId: TILL, opening, reason: "Проверка" };
      return (await ok(world.ask("openCashShift", { as: "cashier", body }))).json;
    };
    const shift = await openShift();
    const shiftPath = { as: "cashier", path: { ...company, id: shift.id } };
    const change = { opening: shift.opening, reason: "Проверка" };
    const { json: changed } = await ok(
      world.ask("updateCashShift", { ...shiftPath, seen: shift.version, body: change }),
    );
    await ok(world.ask("deleteCashShift", { ...shiftPath, seen: changed.version }));
    await openShift();
    const { json: transaction } = await ok(
      world.ask("createFinanceTransaction", {
        as: "owner",
        path: company,
        body: { kind: "expense", financeSourceId: TILL, amount: 10, comment: "Проверка" },
      }),
    );
    await ok(world.ask("getFinanceTransaction", { as: "owner", path: { ...company, id: transaction.id } }));
    const { json: corrected } = await ok(
      world.ask("correctFinanceTransaction", {
        as: "owner",
        path: { ...company, id: transaction.id },
        seen: transaction.version,
        body: { kind: "expense", financeSourceId: TILL, amount: 12, comment: "Проверка" },
      }),
    );
    await ok(
      world.ask("reverseFinanceTransaction", {
        as: "owner",
        path: { ...company, id: corrected.id },
        seen: corrected.version,
      }),
    );
    await pay(await givenOrder(world, { phone: "+79160007034" }), 980, "cash", "courier");
    const { json: pending } = await ok(world.ask("listPendingCash", { as: "cashier", path: company }));
    const [first] = pending;
    await ok(
      world.ask("handInCash", {
        as: "cashier",
        path: company,
        body: { employeeId: first?.id ?? 0, paymentIds: first?.payments.map(({ paymentId }) => paymentId) ?? [] },
      }),
    );
  },

  "packing lists": async () => {
    const stockItemId = await newStockItem(world);
    const draft = await givenDraft(world, [packingLine(stockItemId, 2, 50)]);
    const path = { ...company, id: draft.id };
    const body = { supplierId: 1, items: [packingLine(stockItemId, 3, 50)], itemNumber: "Раздел-1" };
    await ok(world.ask("updatePackingList", { as: "manager", path, seen: draft.version, body }));
    await ok(world.ask("deletePackingList", { as: "manager", path, seen: draft.version + 1 }));
    const approved = await givenApproved(world, [packingLine(stockItemId, 5, 60)], { itemNumber: "Раздел-2" });
    await ok(
      world.ask("exportPackingList", {
        as: "manager",
        path: { ...company, id: approved.id },
        query: { format: "csv" },
      }),
    );
    await ok(reverseList(world, approved, { isBelowZeroAllowed: true }));
  },

  "stock acts and recalculation of the stock": async () => {
    const stockItemId = await newStockItem(world);
    await givenApproved(world, [packingLine(stockItemId, 5, 60)]);
    const act = await givenAct(world, writeOffOf([[stockItemId, 1]]));
    const path = { ...company, id: act.id };
    const save = writeOffOf([[stockItemId, 2]]);
    await ok(world.ask("updateStockAct", { as: "manager", path, seen: act.version, body: save }));
    await ok(world.ask("deleteStockAct", { as: "manager", path, seen: act.version + 1 }));
    await ok(reverseAct(world, await givenApprovedAct(world, writeOffOf([[stockItemId, 1]]))));
    await ok(
      world.ask("createStockOperation", {
        as: "manager",
        path: company,
        body: { stockItemId, operationType: "+", count: 1, isIgnoreSubProcedure: true },
      }),
    );
    await ok(world.ask("previewStockCalculation", { as: "manager", path: company, body: {} }));
    await ok(world.ask("calculateStock", { as: "manager", path: company, body: {} }));
  },

  inventories: async () => {
    const stockItemId = await newStockItem(world);
    await givenApproved(world, [packingLine(stockItemId, 5, 60)]);
    await givenApprovedInventory(world, entryOf(stockItemId, 4));
    const dropped = await givenInventory(world, [stockItemId]);
    await ok(world.ask("deleteInventory", { as: "manager", path: inCompany(dropped.id), seen: dropped.version }));
    const inventory = await givenInventory(world, [stockItemId]);
    const seen = inventory.version;
    const body = { comment: "Проверка" };
    await ok(world.ask("updateInventory", { as: "manager", path: inCompany(inventory.id), seen, body }));
    await ok(sendEntries(world, inventory, [entryOf(stockItemId, 3), entryOf(stockItemId, 1, { place: "Полка" })]));
    await ok(
      world.ask("cancelInventory", {
        as: "manager",
        path: inCompany(inventory.id),
        seen: seen + 1,
        body: { reason: "Проверка" },
      }),
    );
  },

  "calls, overrides by a manager and reviews": async () => {
    await ok(
      world.ask("trackCall", {
        body: { callId: randomUUID(), number: "+79165550199", event: "StartRing", at: new Date().toISOString() },
        headers: { authorization: `Bearer ${await phoneToken()}` },
      }),
    );
    const { json: calls } = await ok(world.ask("listOperatorPhoneCalls", { as: "operator", query: {} }));
    await ok(world.ask("takeOperatorPhoneCall", { as: "operator", path: { ...company, id: calls[0]?.id ?? 0 } }));
    const order = await givenOrder(world, { phone: "+79160007021" });
    const { json } = await pay(order, 980, "cash", "operator");
    const refuse = async () => {
      const path = { ...pathOf(order), paymentId: json.payments[0]?.id ?? 0 };
      const body = { reason: "Проверка" };
      const { text } = await world.ask("rejectPayment", { as: "operator", path, body });
      return (JSON.parse(text) as { challenge?: string }).challenge ?? "";
    };
    const challenge = await refuse();
    const { json: asked } = await ok(
      world.ask("requestOverride", { as: "operator", path: company, body: { challenge } }),
    );
    await ok(world.ask("listOverrideRequests", { as: "manager", path: company }));
    await ok(world.ask("getOverrideRequest", { as: "operator", path: { ...company, id: asked.id } }));
    await ok(
      world.ask("answerOverride", { as: "manager", path: { ...company, id: asked.id }, body: { isAllowed: true } }),
    );
    await ok(world.ask("withdrawOverride", { as: "operator", path: { ...company, id: asked.id } }));
    const pin = "905173";
    await ok(
      world.ask("setOverridePin", {
        as: "manager",
        path: { userId: MANAGER },
        body: { currentPassword: "manager-demo", pin },
      }),
    );
    await ok(
      world.ask("grantOverride", {
        as: "operator",
        path: company,
        body: { challenge: await refuse(), userId: MANAGER, pin },
      }),
    );
    const { rows } = await sql<{ token: string }>`
      select token from feedback_link where company_id = 1 and order_id = ${order.id}`.execute(world.db);
    for (const { token } of rows) await world.app.inject({ url: `/feedback/${token}` });
  },
};

/** Gives the first operator phone of company 1 a new token, and returns the token. */
const phoneToken = async (): Promise<string> => {
  const { json } = await ok(
    world.ask("resetOperatorPhoneToken", { as: "owner", path: { ...company, id: 1 }, body: {} }),
  );
  return JSON.stringify(json).match(/"token":"([^"]+)"/)?.[1] ?? "";
};

/**
 * Calls an operation as an administrator and returns the HTTP status. The path gets the `ids` of records of company 1.
 * All other values are the examples of the API description.
 */
const callByExample = async (operation: ContractOperation, ids: Readonly<Record<string, string>>): Promise<number> => {
  const { method, path, id } = operation;
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(ids[`${path.split("/")[2]} ${name}`] ?? ids[name] ?? pathExampleOf(operation, name)),
  );
  const query = new URLSearchParams(requiredQueryOf(operation, ""));
  const body = bodyExampleOf(operation);
  const form = isForm(operation) ? multipartForm(Object(body)) : undefined;
  const answer = await world.app.inject({
    method: method.toUpperCase() as "GET",
    url: `${url}?${query}`,
    ...(body !== undefined && { payload: form ? form.text.toString() : JSON.stringify(body) }),
    headers: {
      ...(body !== undefined && { "content-type": form ? form.type : "application/json" }),
      "idempotency-key": randomUUID(),
      authorization: `Bearer ${await world.tokenOf("admin")}`,
    },
  });
  called.add(id);
  if (answer.statusCode < 300) succeeded.add(id);
  return answer.statusCode;
};

/**
 * Returns ids of records of company 1. A key is a path parameter, such as `orderId`, or a resource with a parameter,
 * such as `Customer id`.
 */
const readIds = async (): Promise<Record<string, string>> => {
  const { rows } = await sql<{ name: string; id: string }>`
    select name, id::text from (values
      ('orderId', (select max(id) from orders where company_id = 1)),
      ('Customer id', (select max(id) from customer where company_id = 1 and anonymized_at is null)),
      ('PackingList id', (select max(id) from packing_list where company_id = 1)),
      ('TransferList id', (select max(id) from transfer_list where company_id = 1)),
      ('StockAct id', (select max(id) from stock_act where company_id = 1)),
      ('Inventory id', (select max(id) from inventory where company_id = 1)),
      ('InventoryGroup id', (select max(id) from inventory_group where company_id = 1)),
      ('FinanceTransaction id', (select max(id) from finance_transaction where company_id = 1)),
      ('CashShift id', (select max(id) from cash_shift where company_id = 1)),
      ('Feedback id', (select max(id) from guest_review where company_id = 1)),
      ('jobId', (select max(id) from print_job where company_id = 1))) known (name, id)
    where id is not null`.execute(world.db);
  return Object.fromEntries(rows.map(({ name, id }) => [name, id]));
};

describe("tables that are hash-partitioned by company", () => {
  test("each growing table is either partitioned or listed as an exception, and the lists contain no other table", () => {
    const growing = new Set<string>([...KEPT, ...RETENTION.map(({ table }) => table)]);
    const known: string[] = [...DISTRIBUTED, ...Object.keys(UNDIVIDED)];
    expect(known.toSorted()).toEqual([...growing].sort());
  });

  test.each(Object.keys(flows))(
    "flow '%s' — has no request that touches several partitions of a table",
    async (name) => {
      expect(await findFaultsOfUsed(async () => flows[name]?.())).toEqual([]);
    },
  );

  test.each(directorySamples)(
    "directory of the kind '$kind' — creating, changing and removing a record touches only one partition of a table",
    async (sample) => {
      expect(await findFaults(() => createChangeAndRemove(world, sample))).toEqual([]);
    },
  );

  test.each(Object.entries(createCompanyFlows(methodIds.sandbox)))(
    "flow '%s' — has no request that touches several partitions of a table",
    async (_, flow) => {
      expect(await findFaults(() => flow(world))).toEqual([]);
    },
  );

  test("a transfer between two companies — each request touches at most one partition of a table", async () => {
    const run = async () => {
      const stockItemId = await newTransferItem(world);
      await moveStock(world, 1, stockItemId, 10);
      const sent = await givenSent(world, [{ stockItemId, count: 4 }]);
      await ok(acceptTransfer(world, sent, allAccepted(sent, { lostCount: 1, reason: "Разбили" })));
    };
    expect(await findFaultsOfUsed(run)).toEqual([]);
  });

  test("partition watcher — reports an SQL statement without a filter by company, but not the statements that read one order", async () => {
    const order = await givenOrder(world, { phone: "+79160007031" });
    expect(await findFaultsOfUsed(() => world.ask("getOrder", { as: "owner", path: pathOf(order) }))).toEqual([]);
    const { rows } = await sql<{ text: string }>`
      select pg_get_functiondef('move_order_lines'::regproc) as text`.execute(world.db);
    await sql`create or replace function move_order_lines() returns trigger language plpgsql as $$
      begin update order_line set date = new.date where order_id = new.id; return null; end $$`.execute(world.db);
    const dish = await dishOf(world, "Маргарита");
    const date = new Date(Date.now() + 3_600_000).toISOString();
    const body = { items: [lineOf(dish, { count: 2 })], phone: "+79160007031", date };
    const found = await findFaultsOfUsed(() => world.ask("editOrder", { as: "owner", path: pathOf(order), body }));
    await sql.raw(rows[0]?.text ?? "").execute(world.db);
    expect(found.join()).toMatch(/^editOrder order_line: update order_line set date/);
  });

  test("each operation with example values — touches at most one partition of a table, and succeeds unless listed as an exception", async () => {
    const ids = await readIds();
    const failed: string[] = [];
    const run = async () => {
      const reads = contractOperations.filter(({ method, id }) => method === "get" && id !== "listEvents");
      const isOfSession = ({ path }: ContractOperation) => /^\/(token|api\/(Account|User|Session)\b)/.test(path);
      const others = contractOperations.filter((one) => one.method !== "get" && !isOfSession(one));
      const writes = others.filter(({ method }) => method !== "delete");
      const deletes = others.filter(({ method }) => method === "delete");
      // The operations on sessions and accounts come last, because they sign the user out.
      const last = contractOperations.filter((one) => one.method !== "get" && isOfSession(one));
      for (const operation of [...reads, ...writes, ...deletes, ...last]) {
        const status = await callByExample(operation, ids);
        if (status >= 500) failed.push(`${operation.id} ${status}`);
      }
    };
    expect(await findFaultsOfUsed(run)).toEqual([]);
    expect(failed).toEqual([]);
    const all = contractOperations.map(({ id }) => id).filter((id) => id !== "listEvents");
    expect(all.filter((id) => !called.has(id))).toEqual([]);
    const reads = contractOperations.filter(({ method, path }) => method === "get" && path.includes("{companyId}"));
    const refused = reads.map(({ id }) => id).filter((id) => !succeeded.has(id));
    expect(refused.filter((id) => !NO_EXAMPLE.includes(id))).toEqual([]);
    const changes = all.filter((id) => operationById.get(id)?.method !== "get" && !succeeded.has(id));
    expect(changes.toSorted()).toEqual(Object.keys(REFUSED_WRITES).sort());
  });
});
