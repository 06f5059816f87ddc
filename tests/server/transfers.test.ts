import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { giveRole } from "../support/server/giveRole.ts";
import { givenApproved, hoursAgo, packingLine } from "../support/server/packingLists.ts";
import { startWorld, type World } from "../support/server/testServer.ts";
import {
  acceptTransfer,
  allAccepted,
  costsOf,
  givenSent,
  givenTransferDraft,
  moveStock,
  newTransferItem,
  recallTransfer,
  saveTransfer,
  sendTransfer,
} from "../support/server/transfers.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const read = (id: number, companyId = 1, as = companyId === 1 ? "manager" : "admin") =>
  world.ask("getTransferList", { as, path: { id, companyId } });
const list = async (query: Record<string, string> = {}, companyId = 1) =>
  (await world.ask("listTransferLists", { as: companyId === 1 ? "manager" : "admin", path: { companyId }, query }))
    .json;
const idsOf = async (query: Record<string, string> = {}, companyId = 1) =>
  (await list(query, companyId)).map(({ id }) => id);

describe("draft of a transfer", () => {
  test("a draft of a transfer can be stored, changed and removed", async () => {
    const [one, two] = [await newTransferItem(world), await newTransferItem(world)];
    await moveStock(world, 1, one, 12);
    const draft = await givenTransferDraft(
      world,
      [
        { stockItemId: one, count: 5 },
        { stockItemId: two, count: 2, price: 7.5 },
      ],
      {
        comment: " Утром ",
      },
    );
    expect(draft).toMatchObject({
      fromCompanyId: 1,
      fromCompanyName: "Пекарня «Колос»",
      toCompanyId: 2,
      toCompanyName: "Суши «Волна»",
      state: "draft",
      lossOn: "sender",
      comment: "Утром",
      itemCount: 2,
      amount: 515,
      sendingDate: null,
      acceptingDate: null,
      createdByAlias: "Павел Громов",
      sentByAlias: null,
      closedAt: null,
      closedByAlias: null,
    });
    expect(draft.items).toMatchObject([
      { stockItemId: one, count: 5, price: null, onHand: 12, acceptedStockItemId: null, suggestedStockItemId: null },
      { stockItemId: two, count: 2, price: 7.5, onHand: 0, acceptedCount: 0, lostCount: 0, refusedCount: 0 },
    ]);
    const path = { id: draft.id, companyId: 1 };
    const body = { toCompanyId: 2, lossOn: "recipient" as const, items: [{ stockItemId: two, count: 1, price: 3 }] };
    const { json } = await world.ask("updateTransferList", { as: "manager", path, seen: draft.version, body });
    expect(json).toMatchObject({
      comment: null,
      lossOn: "recipient",
      amount: 3,
      itemCount: 1,
      version: draft.version + 1,
    });
    const remove = (seen: number) => world.ask("deleteTransferList", { as: "manager", path, seen });
    const stale = await remove(draft.version);
    expect([stale.status, Reflect.get(stale.problem, "entry")]).toEqual([412, json]);
    expect((await remove(json.version)).status).toBe(204);
    expect((await read(draft.id)).status).toBe(404);
  });

  test("a draft of a transfer is visible only to the sender", async () => {
    const draft = await givenTransferDraft(world, [{ stockItemId: await newTransferItem(world), count: 1 }]);
    expect((await read(draft.id)).status).toBe(200);
    expect((await read(draft.id, 2)).status).toBe(404);
    expect(await idsOf()).toContain(draft.id);
    expect(await idsOf({}, 2)).not.toContain(draft.id);
    expect((await acceptTransfer(world, draft, allAccepted(draft))).status).toBe(404);
    expect((await sendTransfer(world, draft, { companyId: 2 })).status).toBe(404);
  });

  test("every change of a transfer requires the version that the caller saw", async () => {
    const item = await newTransferItem(world);
    const draft = await givenTransferDraft(world, [{ stockItemId: item, count: 1 }]);
    const path = { id: draft.id, companyId: 1 };
    const as = "manager";
    const body = { toCompanyId: 2, items: [{ stockItemId: item, count: 1 }] };
    const items = allAccepted(draft);
    const statuses = [
      await world.ask("updateTransferList", { as, path, body }),
      await world.ask("deleteTransferList", { as, path }),
      await world.ask("sendTransferList", { as, path, body: {} }),
      await world.ask("approveTransferList", { as, path, body: { items } }),
      await world.ask("refuseTransferList", { as, path, body: { reason: "Нет" } }),
      await world.ask("recallTransferList", { as, path }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([428, 428, 428, 428, 428, 428]);
    expect((await sendTransfer(world, { id: draft.id, version: draft.version + 1 })).status).toBe(412);
    const sent = await givenSent(world, body.items);
    expect((await recallTransfer(world, { id: sent.id, version: 1 })).status).toBe(412);
    expect((await acceptTransfer(world, { id: sent.id, version: 1 }, allAccepted(sent))).status).toBe(412);
  });

  test("a transfer with an invalid field is refused with the name of the field", async () => {
    const item = await newTransferItem(world);
    const errorsOf = async (items: Schemas["TransferLineSave"][], more = {}) =>
      Object.keys((await saveTransfer(world, items, more)).problem.errors ?? {});
    const line = { stockItemId: item, count: 1 };
    expect(await errorsOf([line, line])).toEqual(["items.1.stockItemId"]);
    expect(await errorsOf([{ ...line, count: 0.000001, price: 1.000001 }])).toEqual(["items.0.count", "items.0.price"]);
    expect(await errorsOf([{ ...line, count: 99_999_999, price: 99_999_999 }])).toEqual(["items.0.count"]);
    expect(await errorsOf([line], { toCompanyId: 1 })).toEqual(["toCompanyId"]);
    expect((await saveTransfer(world, [])).status).toBe(400);
    expect((await saveTransfer(world, [{ ...line, count: 0 }])).status).toBe(400);
    expect((await saveTransfer(world, [{ ...line, count: -1 }])).status).toBe(400);
    expect((await saveTransfer(world, [{ ...line, price: -1 }])).status).toBe(400);
    expect((await saveTransfer(world, [line], { comment: "x".repeat(501) })).status).toBe(400);
    const text = JSON.stringify({ toCompanyId: 2, items: [line], state: "accepted" });
    expect((await world.ask("createTransferList", { as: "manager", raw: { text } })).status).toBe(400);
    expect((await world.ask("createTransferList", { as: "manager", key: null })).status).toBe(400);
  });

  test("items, recipients and transfers that do not belong to the company or its group are not found", async () => {
    const line = { stockItemId: await newTransferItem(world), count: 1 };
    const foreign = await newTransferItem(world, { companyId: 3 });
    expect((await saveTransfer(world, [{ stockItemId: foreign, count: 1 }])).status).toBe(404);
    expect((await saveTransfer(world, [{ stockItemId: 2_000_000_000, count: 1 }])).status).toBe(404);
    expect((await saveTransfer(world, [line], { toCompanyId: 3 })).status).toBe(404);
    expect((await saveTransfer(world, [line], { toCompanyId: 999 })).status).toBe(404);
    const sent = await givenSent(world, [line]);
    expect((await read(sent.id, 3)).status).toBe(404);
    expect((await recallTransfer(world, sent, { companyId: 3 })).status).toBe(404);
    expect((await read(2_000_000_000)).status).toBe(404);
  });

  test("changing a draft of a transfer does not require the permission to send goods to the recipient", async () => {
    const item = await newTransferItem(world);
    const body = { toCompanyId: 3, items: [{ stockItemId: item, count: 1 }] };
    const { json: draft } = await world.ask("createTransferList", { as: "admin", path: { companyId: 1 }, body });
    const path = { id: draft.id, companyId: 1 };
    const { status } = await world.ask("updateTransferList", { as: "manager", path, seen: draft.version, body });
    expect(status).toBe(200);
  });
});

describe("list of transfers", () => {
  test("the list of transfers has filters for period, direction and state, and omits old finished transfers by default", async () => {
    const items = [{ stockItemId: await newTransferItem(world), count: 2 }];
    const [draft, underWay, recalled] = [
      await givenTransferDraft(world, items),
      await givenSent(world, items),
      await givenSent(world, items),
    ];
    await recallTransfer(world, recalled);
    await sql`update transfer_list set creation_date = ${hoursAgo(24 * 90)}
      where id in (${draft.id}, ${underWay.id}, ${recalled.id})`.execute(world.db);
    const ours = async (query: Record<string, string> = {}, companyId = 1) =>
      (await idsOf(query, companyId)).filter((id) => [draft.id, underWay.id, recalled.id].includes(id));
    expect(await ours()).toEqual([underWay.id]);
    expect(await ours({}, 2)).toEqual([underWay.id]);
    const days = { startDate: hoursAgo(24 * 100).slice(0, 10), endDate: hoursAgo(24 * 80).slice(0, 10) };
    expect(await ours(days)).toEqual([recalled.id, underWay.id, draft.id]);
    expect(await ours(days, 2)).toEqual([recalled.id, underWay.id]);
    expect(await ours({ ...days, direction: "sent", state: "recalled" })).toEqual([recalled.id]);
    expect(await ours({ ...days, direction: "incoming" })).toEqual([]);
    expect(await ours({ ...days, direction: "incoming" }, 2)).toEqual([recalled.id, underWay.id]);
    expect(await ours({ state: "draft" })).toEqual([]);
  });

  test("the demo data contain a transfer in every state", async () => {
    const demo = (
      await list({ startDate: hoursAgo(24 * 20).slice(0, 10), endDate: hoursAgo(-24).slice(0, 10) })
    ).filter(({ id }) => id <= 8);
    expect(demo.map(({ id, state, fromCompanyId }) => [id, state, fromCompanyId]).toSorted()).toEqual([
      [1, "draft", 1],
      [2, "sent", 1],
      [3, "sent", 2],
      [4, "accepted", 2],
      [5, "accepted", 1],
      [6, "refused", 2],
      [7, "recalled", 2],
      [8, "sent", 3],
    ]);
    const { rows } =
      await sql`select id from transfer_list where id <= 8 and (creation_date > now() or sent_at < creation_date
      or closed_at < sent_at)`.execute(world.db);
    expect(rows).toEqual([]);
  });
});

test("demo data — the stored costs of transferred items equal the costs computed from the ledgers", async () => {
  const { rows } = await sql<{ companyId: number; item: number; cost: number }>`
    select distinct o.company_id as "companyId", t.id as item, t.estimate_cost::float8 as cost
    from stock_operation o join stock_item t on t.id = o.stock_item_id
    where o.price is not null and o.transfer_list_id <= 8`.execute(world.db);
  expect(new Set(rows.map(({ companyId }) => companyId))).toEqual(new Set([1, 2]));
  for (const { companyId, item, cost } of rows) {
    const { stored, recomputed } = await costsOf(world, companyId, item, cost);
    expect([companyId, item, stored]).toEqual([companyId, item, recomputed]);
    if (companyId === 2) expect(stored.average).toBe(cost);
  }
});

describe("choices for a transfer", () => {
  test("the offered recipients have the stock module, and are in the sender's group or have a stock that the caller may edit", async () => {
    const companies = async (as: string) =>
      (await world.ask("listTransferCompanies", { as, path: { companyId: 1 } })).json.map(({ id }) => id);
    expect(await companies("manager")).toEqual([2]);
    expect((await companies("admin")).toSorted()).toEqual([2, 3]);
    await sql`update company set modules_off = '{stock}' where id = 2`.execute(world.db);
    expect(await companies("manager")).toEqual([]);
    const refused = await saveTransfer(world, [{ stockItemId: await newTransferItem(world), count: 1 }]);
    expect([refused.status, refused.problem.message]).toEqual([
      409,
      "Компания «Суши «Волна»» выключила модуль «Склад», отправить ей товары нельзя.",
    ]);
    await sql`update company set modules_off = '{}' where id = 2`.execute(world.db);
  });

  test("the prices proposed for a transfer are the sender's prices", async () => {
    const item = await newTransferItem(world, { companyId: 1 }, { estimateCost: 80 });
    const prices = async (stockItemId = item) =>
      world.ask("getTransferPrices", {
        as: "manager",
        path: { companyId: 1 },
        query: { stockItemId: String(stockItemId) },
      });
    expect((await prices()).json).toEqual({
      stockItemId: item,
      count: 0,
      averageCost: null,
      lastPrice: null,
      estimateCost: 80,
    });
    await givenApproved(world, [{ ...packingLine(item, 4, 100), vat: 10 }], { isVatIncluded: false });
    expect((await prices()).json).toMatchObject({ count: 4, averageCost: 110, lastPrice: 110 });
    expect((await prices(await newTransferItem(world, { companyId: 3 }))).status).toBe(404);
    const { status } = await world.ask("getTransferPrices", { as: "manager", path: { companyId: 1 } });
    expect(status).toBe(400);
  });

  test("the list of an item's 20 latest deliveries contains their remaining quantities, and contains no transfers", async () => {
    const item = await newTransferItem(world);
    const deliveries = async (stockItemId = item) =>
      world.ask("listTransferDeliveries", {
        as: "manager",
        path: { companyId: 1 },
        query: { stockItemId: String(stockItemId) },
      });
    expect((await deliveries()).json).toEqual([]);
    const early = await givenApproved(world, [packingLine(item, 10, 50)], { date: hoursAgo(5), itemNumber: "П-1" });
    const late = await givenApproved(world, [packingLine(item, 3, 60)], { date: hoursAgo(4) });
    await moveStock(world, 1, item, 8, "-");
    expect((await deliveries()).json).toMatchObject([
      { packingListId: late.id, itemNumber: null, supplierName: "Мелькомбинат «Заря»", price: 60, balance: 3 },
      { packingListId: early.id, itemNumber: "П-1", price: 50, balance: 2 },
    ]);
    const incoming = await givenSent(world, [{ stockItemId: item, count: 1, price: 5 }], {}, 2);
    await acceptTransfer(world, incoming, allAccepted(incoming), { companyId: 1, as: "manager" });
    expect((await deliveries()).json.map(({ balance }) => balance)).toEqual([3, 2]);
    expect((await deliveries(await newTransferItem(world, { companyId: 3 }))).status).toBe(404);
    for (let index = 0; index < 20; index += 1) await givenApproved(world, [packingLine(item, 1, index)]);
    expect((await deliveries()).json.map(({ price }) => price)).toEqual(
      Array.from({ length: 20 }, (_, index) => 19 - index),
    );
  });
});

test("permissions for transfers — stock.view is for reading, stock.edit for drafts, stock.approve for all further steps", async () => {
  const items = [{ stockItemId: await newTransferItem(world), count: 1 }];
  const statuses = async (as: string) => {
    const draft = await givenTransferDraft(world, items);
    const outgoing = await givenSent(world, items);
    const [accepted, refused] = [await givenSent(world, items, {}, 2), await givenSent(world, items, {}, 2)];
    const acting = ({ id, version }: typeof draft) => ({ as, path: { id, companyId: 1 }, seen: version });
    return [
      await world.ask("getTransferList", { as, path: { id: draft.id, companyId: 1 } }),
      await world.ask("listTransferCompanies", { as, path: { companyId: 1 } }),
      await world.ask("createTransferList", { as, path: { companyId: 1 }, body: { toCompanyId: 2, items } }),
      await world.ask("sendTransferList", { ...acting(draft), body: { isBelowZeroAllowed: true } }),
      await world.ask("recallTransferList", acting(outgoing)),
      await world.ask("approveTransferList", { ...acting(accepted), body: { items: allAccepted(accepted) } }),
      await world.ask("refuseTransferList", { ...acting(refused), body: { reason: "Нет" } }),
    ].map(({ status }) => status);
  };
  expect(await statuses("owner")).toEqual([200, 200, 200, 200, 200, 200, 200]);
  expect(await statuses("owner2")).toEqual([404, 404, 404, 404, 404, 404, 404]);
  await giveRole(world, 6, ["stock.view", "stock.edit"]);
  expect(await statuses("kitchen")).toEqual([200, 200, 200, 403, 403, 403, 403]);
  await giveRole(world, 6, ["stock.view"]);
  expect(await statuses("kitchen")).toEqual([200, 200, 403, 403, 403, 403, 403]);
  await giveRole(world, 6, ["order.view"]);
  expect(await statuses("kitchen")).toEqual([403, 403, 403, 403, 403, 403, 403]);
});

test("file of a transfer — hides the sender's prices from the recipient before the acceptance", async () => {
  const item = await newTransferItem(world);
  const sent = await givenSent(world, [{ stockItemId: item, count: 2, price: 15 }]);
  const fileOf = async (companyId: number, as: string) => {
    const path = { id: sent.id, companyId };
    const { status, text } = await world.ask("exportTransferList", { as, path, query: { format: "csv" } });
    return { status, cells: text.split("\r\n")[1]?.split(";").slice(2) };
  };
  expect((await fileOf(1, "manager")).cells).toEqual(["2", "15", "30", "", "", "", ""]);
  expect((await fileOf(2, "admin")).cells).toEqual(["2", "", "", "", "", "", ""]);
  await acceptTransfer(world, sent, allAccepted(sent, { lostCount: 0.5, reason: "Разлили" }));
  expect((await fileOf(2, "admin")).cells).toEqual(["2", "15", "30", "1,5", "0,5", "0", "Разлили"]);
  expect((await fileOf(3, "admin")).status).toBe(404);
});
