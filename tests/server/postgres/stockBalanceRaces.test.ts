import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { giveRole } from "../../support/server/giveRole.ts";
import { entryOf, givenApprovedInventory, givenDishOf, moveItem } from "../../support/server/inventories.ts";
import { methodIds, pathOf, statusIds } from "../../support/server/orders.ts";
import { givenApproved, packingLine, reverseList } from "../../support/server/packingLists.ts";
import { givenTwoWorlds, raceRounds } from "../../support/server/races.ts";
import { findUnbalanced } from "../../support/server/stockBalance.ts";
import {
  acceptTransfer,
  allAccepted,
  givenSent,
  newTransferItem,
  recallTransfer,
} from "../../support/server/transfers.ts";

const worldOf = givenTwoWorlds();
const COURIER = { id: 7, userName: "courier" };
const ITEMS = 4;

let items: readonly number[];
let dishes: readonly Awaited<ReturnType<typeof givenDishOf>>[];
beforeAll(async () => {
  await giveRole(worldOf(0), COURIER.id, ["delivery.deliver", "payment.confirm", "order.changeStatus"]);
  await worldOf(0).ask("updateDeliverySettings", {
    as: "owner",
    seen: 0,
    body: { deliveredStatusId: statusIds.delivered },
  });
  const made: number[] = [];
  for (let at = 0; at < ITEMS; at += 1) made.push(await newTransferItem(worldOf(0)));
  items = made;
  // Each dish uses all items, but lists the items in a different sequence, so the locks could deadlock.
  dishes = await Promise.all(
    items.map((_, at) =>
      givenDishOf(
        worldOf(0),
        [...items.slice(at), ...items.slice(0, at)].map((id) => [id, at + 1]),
      ),
    ),
  );
});

const dishAt = (at: number) => {
  const dish = dishes[at % ITEMS];
  if (!dish) throw new Error("no dish");
  return dish;
};
const itemAt = (at: number): number => items[at % ITEMS] ?? 0;

const sell = async (at: number) => {
  const order = await dishAt(at).order(1 + (at % 3), worldOf(at));
  await dishAt(at).move(order, statusIds.cooking, worldOf(at + 1));
  await dishAt(at).move(order, statusIds.delivered, worldOf(at));
};

/** Cancels one order. Edits a second order, moves it back to an earlier status and then delivers it. */
const editAndSell = async (at: number) => {
  const cancelled = await dishAt(at).order(1, worldOf(at));
  await dishAt(at).move(cancelled, statusIds.cooking, worldOf(at));
  await dishAt(at).move(cancelled, statusIds.canceled, worldOf(at + 1));
  const order = await dishAt(at).order(2, worldOf(at));
  await dishAt(at).move(order, statusIds.cooking, worldOf(at));
  const { json } = await worldOf(at).ask("getOrder", { as: "owner", path: pathOf(order) });
  await dishAt(at).edit(json, 3, worldOf(at + 1));
  await dishAt(at).move(order, statusIds.confirmed, worldOf(at));
  await dishAt(at).move(order, statusIds.delivered, worldOf(at + 1));
};

/** Pays for an order and closes the order in the same request. */
const payAndClose = async (at: number) => {
  const order = await dishAt(at).order(1, worldOf(at));
  const { status, text } = await worldOf(at).ask("acceptPayment", {
    as: "owner",
    path: pathOf(order),
    body: {
      payment: [{ paymentMethodId: methodIds.card, amount: order.amount }],
      orderStatusId: statusIds.delivered,
    },
  });
  expect(status, text).toBe(200);
};

/** Delivers one order of a trip while the owner closes the other order of the same trip. */
const deliver = async (at: number) => {
  const address = { deliveryAddress: "ул. Садовая", deliveryAddressBuilding: "5" };
  const first = await dishAt(at).order(1, worldOf(at), address);
  const second = await dishAt(at + 1).order(1, worldOf(at), address);
  const tap = async ({ id }: { id: number }, verb: "Take" | "Deliver") => {
    const path = { orderId: id, companyId: 1, verb };
    const { status, text } = await worldOf(at).ask("tapDeliveryStop", { as: COURIER.userName, path, body: {} });
    expect(status, text).toBe(200);
  };
  await tap(first, "Take");
  await tap(second, "Take");
  await Promise.all([tap(first, "Deliver"), dishAt(at + 1).move(second, statusIds.delivered, worldOf(at + 1))]);
};

const receive = async (at: number) => {
  const lines = items.map((id) => packingLine(id, 2 + at, 50 + at));
  const list = await givenApproved(worldOf(at), at % 2 ? lines : lines.toReversed());
  if (at % 3 === 0) await reverseList(worldOf(at + 1), list, { isBelowZeroAllowed: true });
};

const transfer = async (at: number) => {
  const lines = items.map((stockItemId) => ({ stockItemId, count: 1 + at }));
  const sent = await givenSent(worldOf(at), at % 2 ? lines : lines.toReversed());
  const { status, text } = await (at % 3 === 0
    ? recallTransfer(worldOf(at + 1), sent)
    : acceptTransfer(worldOf(at + 1), sent, allAccepted(sent, { lostCount: 1, reason: "Разбили" })));
  expect(status, text).toBe(200);
};

/**
 * Counts an item and approves the inventory. Expects no refusal, except if another action has moved the item between
 * the review and the approval.
 */
const count = (at: number) =>
  givenApprovedInventory(worldOf(at), entryOf(itemAt(at), 5)).catch((failure: unknown) => {
    expect(String(failure)).toContain("После проверки изменился учёт");
  });

const recalculate = async (at: number) => {
  await sql`update item_composition set count = count + 0.5 where stock_item_id = ${itemAt(at)}`.execute(
    worldOf(at).db,
  );
  const startDate = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const { status } = await worldOf(at).ask("calculateStock", {
    as: "admin",
    path: { companyId: 1 },
    body: { startDate },
  });
  expect([200, 409]).toContain(status);
};

const actions = {
  sell,
  editAndSell,
  payAndClose,
  deliver,
  receive,
  transfer,
  count,
  recalculate,
  move: (at: number) => moveItem(worldOf(at), itemAt(at), at % 2 ? 1 : -1),
};

const readDeadlocks = async (): Promise<number> => {
  const { rows } = await sql<{ deadlocks: number }>`select deadlocks::int from pg_stat_database
    where datname = current_database()`.execute(worldOf(0).db);
  return rows[0]?.deadlocks ?? Number.NaN;
};

test("random concurrent orders, deliveries, transfers and counts of the same items — keep the balances equal to the ledger, without a deadlock", async () => {
  const names = fc.constantFrom(
    "sell",
    "editAndSell",
    "payAndClose",
    "deliver",
    "receive",
    "transfer",
    "count",
    "move",
    "recalculate",
  );
  const before = await readDeadlocks();
  let looks = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(names, { minLength: 8, maxLength: 20 }), async (all) => {
      let isDone = false;
      const work = Promise.allSettled(all.map((name, at) => actions[name](at))).finally(() => {
        isDone = true;
      });
      while (!isDone) {
        expect(await findUnbalanced(worldOf(looks).db)).toEqual([]);
        looks += 1;
      }
      const failures = (await work).flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
      expect(failures).toEqual([]);
    }),
    { numRuns: raceRounds(12), endOnFailure: true },
  );
  expect(looks).toBeGreaterThan(20);
  expect(await findUnbalanced(worldOf(0).db)).toEqual([]);
  expect(await readDeadlocks()).toBe(before);
});
