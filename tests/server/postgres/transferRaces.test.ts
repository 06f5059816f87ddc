import { sql } from "kysely";
import { expect, test } from "vitest";
import { dishOf, givenOrder, lineOf, pathOf, statusIds } from "../../support/server/orders.ts";
import { approveList, givenDraft, packingLine } from "../../support/server/packingLists.ts";
import { givenTwoWorlds, raceRounds, statusesOf } from "../../support/server/races.ts";
import {
  acceptTransfer,
  allAccepted,
  costsOf,
  findUnbalancedLines,
  givenSent,
  givenTransferDraft,
  moveStock,
  newTransferItem,
  readTransferOperations,
  recallTransfer,
  refuseTransfer,
  sendTransfer,
} from "../../support/server/transfers.ts";

const worldOf = givenTwoWorlds();

/** Number of rounds of most races. */
const ROUNDS = raceRounds(6);

/** Expects that the stored costs of the items in companies 1 and 2 equal the costs computed from the raw ledgers. */
const expectPureCosts = async (items: readonly number[]) => {
  for (const item of items)
    for (const companyId of [1, 2]) {
      const { stored, recomputed } = await costsOf(worldOf(0), companyId, item);
      expect([companyId, item, stored]).toEqual([companyId, item, recomputed]);
    }
};

/** Checks repeatedly, while the work is in progress, that no transfer line is unbalanced. Returns the number of checks. */
const watch = async (work: Promise<unknown>): Promise<number> => {
  let isDone = false;
  const finished = work.finally(() => {
    isDone = true;
  });
  let looks = 0;
  while (!isDone) {
    expect(await findUnbalancedLines(worldOf(looks))).toEqual([]);
    looks += 1;
  }
  await finished;
  return looks;
};

test("draft of a transfer sent several times concurrently — removes the goods from the stock once", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const item = await newTransferItem(worldOf(0));
    await moveStock(worldOf(0), 1, item, 9);
    const draft = await givenTransferDraft(worldOf(0), [{ stockItemId: item, count: 5 }]);
    const answers = await Promise.all([0, 1, 2, 3].map((index) => sendTransfer(worldOf(index), draft)));
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409]);
    expect(await readTransferOperations(worldOf(0), draft.id)).toHaveLength(1);
    expect((await costsOf(worldOf(0), 1, item)).stored.onHand).toBe(4);
  }
});

test("draft of a transfer sent during an edit or removal — is sent in the version that the sender saw, or not sent", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const item = await newTransferItem(worldOf(0));
    const draft = await givenTransferDraft(worldOf(0), [{ stockItemId: item, count: 5 }]);
    const change = { as: "owner", path: { id: draft.id, companyId: 1 }, seen: draft.version };
    const body = { toCompanyId: 2, items: [{ stockItemId: item, count: 7 }] };
    const [sent, edited, removed] = await Promise.all([
      sendTransfer(worldOf(round), draft, { isBelowZeroAllowed: true }),
      worldOf(round + 1).ask("updateTransferList", { ...change, body }),
      worldOf(round).ask("deleteTransferList", change),
    ]);
    const succeeded = [sent, edited, removed].filter(({ status }) => status < 300);
    expect(succeeded).toHaveLength(1);
    expect((await costsOf(worldOf(0), 1, item)).stored.onHand).toBe(sent.status === 200 ? -5 : 0);
  }
});

test("concurrent acceptance, refusal and recall of a transfer — one succeeds, and the refused requests get the outcome and the user of the successful request", async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < 2 * ROUNDS; round += 1) {
    const item = await newTransferItem(worldOf(0));
    await moveStock(worldOf(0), 1, item, 9);
    const sent = await givenSent(worldOf(0), [{ stockItemId: item, count: 5 }]);
    const acts = [
      () => acceptTransfer(worldOf(round), sent, allAccepted(sent)),
      () => recallTransfer(worldOf(round + 1), sent),
      () => refuseTransfer(worldOf(round), sent),
    ];
    // Each action starts first in one third of the rounds.
    const order = acts.map((_, index) => (index + round) % acts.length);
    const answers = await Promise.all(order.map((index) => acts[index]?.() ?? recallTransfer(worldOf(0), sent)));
    expect(statusesOf(answers)).toEqual([200, 409, 409]);
    const { json } = await worldOf(0).ask("getTransferList", { as: "manager", path: { id: sent.id, companyId: 1 } });
    outcomes.add(json.state);
    const word = { accepted: "принято", refused: "отказались", recalled: "отозвано", sent: "-", draft: "-" }[
      json.state
    ];
    for (const { status, problem } of answers)
      if (status === 409) expect(problem.message).toMatch(new RegExp(`${word}.*: .*${json.closedByAlias}`));
    const isAccepted = json.state === "accepted";
    expect((await costsOf(worldOf(0), 1, item)).stored.onHand).toBe(isAccepted ? 4 : 9);
    expect((await costsOf(worldOf(0), 2, item)).stored.onHand).toBe(isAccepted ? 5 : 0);
    await expectPureCosts([item]);
  }
  expect(await findUnbalancedLines(worldOf(0))).toEqual([]);
  expect(outcomes.size).toBeGreaterThan(1);
});

/**
 * Gives the dish "Маргарита" a new recipe of two new stock items of the company group. Returns the items and a function
 * that sells the dish in company 1.
 */
const givenSharedDish = async () => {
  const items = [await newTransferItem(worldOf(0)), await newTransferItem(worldOf(0))];
  const dish = await dishOf(worldOf(0), "Маргарита");
  await sql`delete from item_composition where item_id = ${dish.id}`.execute(worldOf(0).db);
  for (const item of items)
    await sql`insert into item_composition (item_id, stock_item_id, count) values (${dish.id}, ${item}, 1)`.execute(
      worldOf(0).db,
    );
  const sell = async (index: number) => {
    const order = await givenOrder(worldOf(index), { items: [lineOf(dish, { count: 1 + (index % 3) })] });
    for (const orderStatusId of [statusIds.cooking, statusIds.delivered]) {
      const body = { orderStatusId };
      const { status, text } = await worldOf(index).ask("changeOrderStatus", {
        as: "owner",
        path: pathOf(order),
        body,
      });
      expect(status, text).toBe(200);
    }
    return order.id;
  };
  return { items, sell };
};

test("transfers accepted while their items are sold and delivered — the stored costs equal the costs computed from the ledger", async () => {
  const { items, sell } = await givenSharedDish();
  const orders: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const lines = (price: number) =>
      items.map((stockItemId, index) => ({ stockItemId, count: 2 + round + index, price }));
    const incoming = await givenSent(worldOf(0), lines(40 + 30 * round), {}, 2);
    const outgoing = await givenSent(worldOf(1), lines(60), { lossOn: "recipient" });
    const draft = await givenDraft(
      worldOf(0),
      items.map((item) => packingLine(item, 3, 90 + 10 * round)),
    );
    const part = { lostCount: 0.5, refusedCount: 1, reason: "Помято" };
    const answers = await Promise.all([
      acceptTransfer(worldOf(round), incoming, allAccepted(incoming, part), { companyId: 1 }),
      acceptTransfer(worldOf(round + 1), outgoing, allAccepted(outgoing, part)),
      approveList(worldOf(round), draft),
      ...[0, 1].map(async (index) => {
        orders.push(await sell(index + round));
        return { status: 200, text: "" };
      }),
    ]);
    expect(answers.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([]);
    await expectPureCosts(items);
  }
  const { rows } = await sql<{ id: number }>`select o.id from orders o where o.id = any(${orders}::int[])
    and o.cost <> (select sum(amount) from stock_operation where order_id = o.id)`.execute(worldOf(0).db);
  expect(rows).toEqual([]);
  expect(await findUnbalancedLines(worldOf(0))).toEqual([]);
});

test("concurrent transfers in both directions between two companies — the sent quantity of each line is the sum of its received, returned, lost and in-transit quantities", async () => {
  const items = [await newTransferItem(worldOf(0)), await newTransferItem(worldOf(0))];
  for (const item of items) for (const companyId of [1, 2]) await moveStock(worldOf(0), companyId, item, 50);
  const play = async (index: number) => {
    const from = 1 + (index % 2);
    const to = 3 - from;
    const lossOn = index % 3 === 0 ? ("recipient" as const) : ("sender" as const);
    const lines = items.map((stockItemId, position) => ({
      stockItemId,
      count: 1.5 + position + (index % 3),
      price: 50 + index,
    }));
    const sent = await givenSent(worldOf(index), lines, { lossOn }, from);
    const part = { lostCount: 0.25, refusedCount: 0.5, reason: "Помято" };
    const answers = await Promise.all([
      acceptTransfer(worldOf(index), sent, allAccepted(sent, part), { companyId: to }),
      index % 4 === 1 ? recallTransfer(worldOf(index + 1), sent, { companyId: from }) : undefined,
      index % 4 === 2 ? refuseTransfer(worldOf(index + 1), sent, { companyId: to }) : undefined,
      moveStock(worldOf(index + 1), to, items[0] ?? 0, 0.5, "-"),
    ]);
    const statuses = statusesOf(answers.filter((answer) => answer !== undefined));
    expect(statuses).toEqual(index % 4 === 1 || index % 4 === 2 ? [200, 409] : [200]);
  };
  for (let round = 0; round < ROUNDS / 2; round += 1) {
    const indices = [0, 1, 2, 3, 4, 5].map((index) => 6 * round + index);
    expect(await watch(Promise.all(indices.map(play)))).toBeGreaterThan(0);
  }
  await expectPureCosts(items);
  for (const companyId of [1, 2]) {
    const { json } = await worldOf(0).ask("listStock", { as: "admin", path: { companyId } });
    for (const item of items)
      expect(json.find(({ id }) => id === item)?.count).toBe(
        (await costsOf(worldOf(0), companyId, item)).stored.onHand,
      );
  }
});

test("sending of a transfer while the recipient disables the stock module — only one of the two succeeds", async () => {
  const incoming = { as: "owner2", path: { companyId: 3 } };
  const { json: demo } = await worldOf(0).ask("listTransferLists", {
    ...incoming,
    query: { direction: "sent", state: "sent" },
  });
  for (const transfer of demo) expect((await recallTransfer(worldOf(0), transfer, { companyId: 3 })).status).toBe(200);
  const switchStock = (index: number, isOn: boolean) =>
    worldOf(index).ask("updateModule", { as: "owner2", path: { companyId: 3, module: "stock" }, body: { isOn } });
  const item = await newTransferItem(worldOf(0));
  for (let round = 0; round < ROUNDS; round += 1) {
    const body = { toCompanyId: 3, items: [{ stockItemId: item, count: 1 }] };
    const { json: draft } = await worldOf(0).ask("createTransferList", { as: "admin", path: { companyId: 1 }, body });
    const acts = [
      () => sendTransfer(worldOf(round), draft, { isBelowZeroAllowed: true }),
      () => switchStock(round + 1, false),
    ];
    const answers = await Promise.all((round % 2 === 0 ? acts : acts.toReversed()).map((act) => act()));
    expect(statusesOf(answers)).toEqual([200, 409]);
    const { json } = await worldOf(0).ask("getTransferList", { as: "manager", path: { id: draft.id, companyId: 1 } });
    if (json.state === "sent") expect((await recallTransfer(worldOf(1), json)).status).toBe(200);
    else expect((await switchStock(round, true)).status).toBe(200);
  }
});

test("findUnbalancedLines — finds a transfer line with a missing or an additional stock operation", async () => {
  const { db } = worldOf(0);
  const sent = await givenSent(worldOf(0), [{ stockItemId: await newTransferItem(worldOf(0)), count: 5 }]);
  expect(await findUnbalancedLines(worldOf(0))).toEqual([]);
  await sql`update transfer_list set state = 'recalled' where id = ${sent.id}`.execute(db);
  expect(await findUnbalancedLines(worldOf(0))).toMatchObject([{ id: sent.items[0]?.id, state: "recalled" }]);
  await sql`update transfer_list set state = 'sent' where id = ${sent.id}`.execute(db);
  await sql`insert into stock_operation (company_id, stock_item_id, operation_type, count, is_processed, transfer_list_id, transfer_line_id)
    select 2, stock_item_id, '+', 5, true, transfer_list_id, id from transfer_line where transfer_list_id = ${sent.id}`.execute(
    db,
  );
  expect(await findUnbalancedLines(worldOf(0))).toMatchObject([{ id: sent.items[0]?.id, state: "sent" }]);
});
