import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { givenApproved, hoursAgo, packingLine } from "../support/server/packingLists.ts";
import { startWorld, type World } from "../support/server/testServer.ts";
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
} from "../support/server/transfers.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterEach(async () => {
  expect(await findUnbalancedLines(world)).toEqual([]);
});
afterAll(() => world.stop());

const read = async (id: number, companyId: number) =>
  (await world.ask("getTransferList", { as: companyId === 1 ? "manager" : "admin", path: { id, companyId } })).json;

/** Expects the stored cost and quantity of an item to equal those computed from its raw ledger. Returns them. */
const pureCost = async (companyId: number, item: number, opening = 100) => {
  const { stored, recomputed } = await costsOf(world, companyId, item, opening);
  expect(stored).toEqual(recomputed);
  return stored;
};

const closeStock = (companyId: number, closedUntil: string | null) =>
  sql`insert into stock_settings (company_id, closed_until) values (${companyId}, ${closedUntil}::date)
    on conflict (company_id) do update set closed_until = excluded.closed_until`.execute(world.db);

describe("sending a transfer", () => {
  test("sending a transfer stores locked operations at the average cost and uses this cost for missing prices", async () => {
    const [one, two] = [await newTransferItem(world), await newTransferItem(world, undefined, { estimateCost: 7 })];
    await moveStock(world, 1, one, 10);
    await givenApproved(world, [packingLine(one, 20, 70)]);
    await moveStock(world, 1, two, 5);
    const items = [
      { stockItemId: one, count: 3 },
      { stockItemId: two, count: 2, price: 9.5 },
    ];
    const draft = await givenTransferDraft(world, items);
    const { json } = await sendTransfer(world, draft);
    expect(json).toMatchObject({ state: "sent", sentByAlias: "Павел Громов", amount: 259, version: draft.version + 1 });
    expect(Math.abs(Date.now() - Date.parse(json.sendingDate ?? ""))).toBeLessThan(60_000);
    expect(json.items.map(({ price, onHand }) => [price, onHand])).toEqual([
      [80, null],
      [9.5, null],
    ]);
    expect(await readTransferOperations(world, draft.id)).toEqual([
      { companyId: 1, item: one, type: "-", count: 3, amount: 240, price: null },
      { companyId: 1, item: two, type: "-", count: 2, amount: 14, price: null },
    ]);
    expect(await pureCost(1, one)).toEqual({ average: 80, onHand: 27 });
    await expect(
      sql`update stock_operation set amount = 1 where transfer_list_id = ${draft.id}`.execute(world.db),
    ).rejects.toThrow("never change");
    const { json: operations } = await world.ask("listStockOperations", {
      as: "manager",
      path: { companyId: 1 },
      query: { stockItemId: String(one) },
    });
    expect(operations[0]).toMatchObject({ transferListId: draft.id, packingListId: null, isLocked: true });
    const path = { id: draft.id, companyId: 1 };
    const seen = json.version;
    const body = { toCompanyId: 2, items };
    expect((await world.ask("updateTransferList", { as: "manager", path, seen, body })).status).toBe(409);
    expect((await world.ask("deleteTransferList", { as: "manager", path, seen })).status).toBe(409);
    const again = await sendTransfer(world, json);
    expect([again.status, again.problem.message]).toEqual([
      409,
      expect.stringMatching(/^Перемещение уже отправлено: .+, Павел Громов\.$/),
    ]);
  });

  test("sending a transfer that makes a balance negative is refused unless the user allows a negative balance", async () => {
    const item = await newTransferItem(world, undefined, { title: "Мало на складе" });
    await moveStock(world, 1, item, 2);
    const draft = await givenTransferDraft(world, [{ stockItemId: item, count: 5 }]);
    const refused = await sendTransfer(world, draft);
    expect([refused.status, Reflect.get(refused.problem, "belowZero")]).toEqual([
      409,
      [{ stockItemId: item, title: "Мало на складе", unit: "кг", count: -3 }],
    ]);
    expect(refused.problem.errors).toHaveProperty("isBelowZeroAllowed");
    expect(await readTransferOperations(world, draft.id)).toEqual([]);
    expect((await sendTransfer(world, draft, { isBelowZeroAllowed: true })).status).toBe(200);
    expect(await pureCost(1, item)).toEqual({ average: null, onHand: -3 });
  });

  test("a retried sending with the same idempotency key gets the same response and stores no second operation", async () => {
    const draft = await givenTransferDraft(world, [{ stockItemId: await newTransferItem(world), count: 1 }]);
    const ask = (isBelowZeroAllowed: boolean) =>
      world.ask("sendTransferList", {
        as: "manager",
        path: { id: draft.id, companyId: 1 },
        seen: draft.version,
        body: { isBelowZeroAllowed },
        key: "transfer-send-twice",
      });
    const first = await ask(true);
    const second = await ask(true);
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect((await ask(false)).status).toBe(422);
    expect(await readTransferOperations(world, draft.id)).toHaveLength(1);
  });

  test("a transfer cannot be sent with a removed item, to an unavailable recipient, or in a closed period", async () => {
    const item = await newTransferItem(world, undefined, { title: "Исчезнет в пути" });
    const draft = await givenTransferDraft(world, [{ stockItemId: item, count: 1 }]);
    const messageOf = async () => {
      const { status, problem } = await sendTransfer(world, draft, { isBelowZeroAllowed: true });
      return [status, problem.message];
    };
    await sql`update stock_item set is_removed = true where id = ${item}`.execute(world.db);
    expect(await messageOf()).toEqual([409, "Товар «Исчезнет в пути» удалён. Уберите его из перемещения."]);
    await sql`update stock_item set is_removed = false where id = ${item}`.execute(world.db);
    await sql`update company set modules_off = '{stock}' where id = 2`.execute(world.db);
    expect(await messageOf()).toEqual([409, expect.stringContaining("выключила модуль «Склад»")]);
    await sql`update company set modules_off = '{}' where id = 2`.execute(world.db);
    await sql`update company set is_removed = true where id = 2`.execute(world.db);
    expect(await messageOf()).toEqual([404, "Компания не найдена."]);
    await sql`update company set is_removed = false where id = 2`.execute(world.db);
    await closeStock(1, hoursAgo(-48).slice(0, 10));
    expect(await messageOf()).toEqual([409, expect.stringContaining("закрыт")]);
    await closeStock(1, null);
    expect((await sendTransfer(world, draft, { isBelowZeroAllowed: true })).status).toBe(200);
  });

  test("a semi-finished item is transferred at the cost of its ingredients", async () => {
    const raw = await newTransferItem(world);
    const made = await world.ask("createStockItem", {
      as: "admin",
      body: {
        companyGroupId: 1,
        title: "Начинка в пути",
        unit: "кг",
        estimateCost: 0,
        parts: [{ stockItemId: raw, count: 0.5 }],
      },
    });
    await givenApproved(world, [packingLine(raw, 10, 160)]);
    const sent = await givenSent(world, [{ stockItemId: made.json.id, count: 2 }]);
    expect(sent.items[0]?.price).toBe(80);
    expect((await acceptTransfer(world, sent, allAccepted(sent))).status).toBe(200);
    expect((await costsOf(world, 2, made.json.id)).stored).toEqual({ average: 80, onHand: 2 });
  });
});

test("transfer — can be sent and recalled only by the sender, and accepted and refused only by the recipient", async () => {
  const sent = await givenSent(world, [{ stockItemId: await newTransferItem(world), count: 1 }]);
  const messages = [
    await sendTransfer(world, sent, { companyId: 2 }),
    await recallTransfer(world, sent, { companyId: 2 }),
    await acceptTransfer(world, sent, allAccepted(sent), { companyId: 1 }),
    await refuseTransfer(world, sent, { companyId: 1 }),
  ].map(({ status, problem }) => [status, problem.message]);
  expect(messages).toEqual([
    [409, "Отправить перемещение может только компания-отправитель."],
    [409, "Отозвать перемещение может только компания-отправитель."],
    [409, "Принять перемещение может только компания-получатель."],
    [409, "Вернуть перемещение может только компания-получатель."],
  ]);
});

describe("acceptance of a transfer", () => {
  test("the accepted goods are booked at the price of the transfer, and the recipient then sees this price", async () => {
    const item = await newTransferItem(world);
    await givenApproved(world, [packingLine(item, 10, 60)]);
    await moveStock(world, 2, item, 4);
    const sent = await givenSent(world, [{ stockItemId: item, count: 6, price: 75 }]);
    const seen = await read(sent.id, 2);
    expect(seen).toMatchObject({ amount: null, items: [{ price: null, onHand: null, suggestedStockItemId: item }] });
    const { json } = await acceptTransfer(world, sent, allAccepted(sent));
    expect(json).toMatchObject({ state: "accepted", amount: 450, closedByAlias: "Виктор Седов", closingReason: null });
    expect(json.acceptingDate).toBe(json.closedAt);
    expect(json.items[0]).toMatchObject({
      price: 75,
      acceptedStockItemId: item,
      acceptedCount: 6,
      suggestedStockItemId: null,
    });
    expect(await readTransferOperations(world, sent.id)).toEqual([
      { companyId: 1, item, type: "-", count: 6, amount: 360, price: null },
      { companyId: 2, item, type: "+", count: 6, amount: 450, price: 75 },
    ]);
    expect(await pureCost(1, item)).toEqual({ average: 60, onHand: 4 });
    expect(await pureCost(2, item)).toEqual({ average: 85, onHand: 10 });
    const query = { stockItemId: String(item) };
    const prices = await world.ask("getTransferPrices", { as: "admin", path: { companyId: 2 }, query });
    expect(prices.json).toMatchObject({ averageCost: 85, lastPrice: 75, count: 10 });
  });

  test("goods that the recipient has already used are revalued, and the list of operations shows the revaluation", async () => {
    const item = await newTransferItem(world);
    await moveStock(world, 1, item, 10);
    await moveStock(world, 2, item, 4, "-");
    const sent = await givenSent(world, [{ stockItemId: item, count: 6, price: 130 }]);
    await acceptTransfer(world, sent, allAccepted(sent));
    const { json } = await world.ask("listStockOperations", {
      as: "admin",
      path: { companyId: 2 },
      query: { stockItemId: String(item) },
    });
    expect(json.map(({ count, revaluation }) => [count, revaluation])).toEqual([
      [6, 120],
      [4, 0],
    ]);
  });

  test("the recipient does not see the sender's cost before the acceptance", async () => {
    const item = await newTransferItem(world, undefined, { estimateCost: 6543.21 });
    const open = await givenSent(world, [{ stockItemId: item, count: 3 }]);
    const refused = await givenSent(world, [{ stockItemId: item, count: 2 }]);
    const answers = [
      await world.ask("getTransferList", { as: "admin", path: { id: open.id, companyId: 2 } }),
      await world.ask("listTransferLists", { as: "admin", path: { companyId: 2 } }),
      await acceptTransfer(world, { id: open.id, version: 1 }, allAccepted(open)),
      await refuseTransfer(world, refused),
      await world.ask("listStockOperations", { as: "admin", path: { companyId: 2 } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 412, 200, 200]);
    for (const { text } of answers) expect(text).not.toMatch(/6543\.21|13086\.42|19629\.63/);
    const { text } = await world.ask("getTransferList", { as: "manager", path: { id: open.id, companyId: 1 } });
    expect(text).toContain("19629.63");
  });

  test("refused goods return to the sender at their cost before the transfer, and do not change the last price", async () => {
    const item = await newTransferItem(world);
    await givenApproved(world, [packingLine(item, 10, 60)]);
    const sent = await givenSent(world, [{ stockItemId: item, count: 6, price: 90 }]);
    await givenApproved(world, [packingLine(item, 4, 80)]);
    expect(await pureCost(1, item)).toEqual({ average: 70, onHand: 8 });
    const reason = "Упаковка вскрыта";
    const { json } = await acceptTransfer(world, sent, allAccepted(sent, { refusedCount: 2.5, lostCount: 1, reason }));
    expect(json.items[0]).toMatchObject({ acceptedCount: 2.5, lostCount: 1, refusedCount: 2.5, reason });
    expect((await readTransferOperations(world, sent.id)).slice(1)).toEqual([
      { companyId: 2, item, type: "+", count: 2.5, amount: 225, price: 90 },
      { companyId: 1, item, type: "+", count: 2.5, amount: 150, price: 60 },
    ]);
    expect(await pureCost(1, item)).toEqual({ average: 67.619048, onHand: 10.5 });
    expect(await pureCost(2, item)).toEqual({ average: 90, onHand: 2.5 });
    const query = { stockItemId: String(item) };
    const prices = await world.ask("getTransferPrices", { as: "manager", path: { companyId: 1 }, query });
    expect(prices.json.lastPrice).toBe(80);
  });

  test("a loss borne by the recipient is received and written off in the recipient's stock", async () => {
    const item = await newTransferItem(world);
    await moveStock(world, 2, item, 4);
    const sent = await givenSent(world, [{ stockItemId: item, count: 6, price: 80 }], { lossOn: "recipient" });
    const accepted = await acceptTransfer(world, sent, allAccepted(sent, { lostCount: 2, reason: "Разбили" }));
    expect(accepted.status).toBe(200);
    expect((await readTransferOperations(world, sent.id)).slice(1)).toEqual([
      { companyId: 2, item, type: "+", count: 4, amount: 320, price: 80 },
      { companyId: 2, item, type: "+", count: 2, amount: 160, price: 80 },
      { companyId: 2, item, type: "-", count: 2, amount: 176, price: null },
    ]);
    expect(await pureCost(2, item)).toEqual({ average: 88, onHand: 8 });
    const { json } = await world.ask("listStockOperations", {
      as: "admin",
      path: { companyId: 2 },
      query: { stockItemId: String(item) },
    });
    expect(json[0]).toMatchObject({ operationType: "-", count: 2, comment: "Разбили", transferListId: sent.id });
  });

  test("accepting a transfer of only lost goods adds no stock operation if the sender bears the loss", async () => {
    const item = await newTransferItem(world, { companyId: 1 });
    const sent = await givenSent(world, [{ stockItemId: item, count: 2 }]);
    const { json } = await acceptTransfer(world, sent, allAccepted(sent, { lostCount: 2, reason: "Угнали машину" }));
    expect(json).toMatchObject({ state: "accepted", items: [{ acceptedStockItemId: null, lostCount: 2 }] });
    expect(await readTransferOperations(world, sent.id)).toHaveLength(1);
  });

  test("an item that is not shared is accepted as another item with the same unit, and the next transfer suggests this item", async () => {
    const own = await newTransferItem(world, { companyId: 1 }, { title: "Мука своя" });
    const other = await newTransferItem(world, { companyId: 2 }, { title: "Мука их" });
    const litres = await newTransferItem(world, { companyId: 2 }, { unit: "л" });
    const foreign = await newTransferItem(world, { companyId: 3 });
    const sent = await givenSent(world, [{ stockItemId: own, count: 2, price: 50 }]);
    expect((await read(sent.id, 2)).items[0]?.suggestedStockItemId).toBeNull();
    const accept = (acceptedStockItemId?: number | null) =>
      acceptTransfer(
        world,
        sent,
        allAccepted(sent, { ...(acceptedStockItemId !== undefined && { acceptedStockItemId }) }),
      );
    for (const wrong of [undefined, null, litres]) {
      const { status, problem } = await accept(wrong);
      expect([status, Object.keys(problem.errors ?? {})]).toEqual([400, ["items.0.acceptedStockItemId"]]);
    }
    for (const unknown of [own, foreign, 2_000_000_000]) expect((await accept(unknown)).status).toBe(404);
    const { json } = await accept(other);
    expect(json.items[0]).toMatchObject({ acceptedStockItemId: other, acceptedStockItemTitle: "Мука их" });
    expect(await pureCost(2, other)).toEqual({ average: 50, onHand: 2 });
    const next = await givenSent(world, [{ stockItemId: own, count: 1 }]);
    expect((await read(next.id, 2)).items[0]?.suggestedStockItemId).toBe(other);
    expect((await read(next.id, 1)).items[0]?.suggestedStockItemId).toBeNull();
    await sql`update stock_item set unit = 'шт' where id = ${other}`.execute(world.db);
    expect((await read(next.id, 2)).items[0]?.suggestedStockItemId).toBeNull();
    await newTransferItem(world, { companyId: 2 }, { title: " мука Своя " });
    const twin = (await read(next.id, 2)).items[0]?.suggestedStockItemId;
    expect(twin).toEqual(expect.any(Number));
    expect((await acceptTransfer(world, next, allAccepted(next, { acceptedStockItemId: twin ?? 0 }))).status).toBe(200);
  });

  test("two lines of a transfer may be accepted as the same item", async () => {
    const [one, two] = [await newTransferItem(world), await newTransferItem(world)];
    const sent = await givenSent(world, [
      { stockItemId: one, count: 2, price: 50 },
      { stockItemId: two, count: 2, price: 70 },
    ]);
    expect((await acceptTransfer(world, sent, allAccepted(sent, {}, { acceptedStockItemId: one }))).status).toBe(200);
    expect(await pureCost(2, one)).toEqual({ average: 60, onHand: 4 });
  });

  test("an acceptance requires one result for each line, and its quantities must add up to the sent quantity", async () => {
    const [one, two] = [await newTransferItem(world), await newTransferItem(world)];
    const sent = await givenSent(world, [
      { stockItemId: one, count: 0.3 },
      { stockItemId: two, count: 5 },
    ]);
    const errorsOf = async (items: Schemas["TransferAcceptanceLine"][]) => {
      const { status, problem } = await acceptTransfer(world, sent, items);
      return [status, ...Object.keys(problem.errors ?? {})];
    };
    const [first, second] = allAccepted(sent);
    if (!first || !second) throw new Error("two lines were sent");
    expect(await errorsOf([first])).toEqual([400, "items"]);
    expect(await errorsOf([first, first, second])).toEqual([400, "items.1.id"]);
    expect(await errorsOf([first, { ...second, acceptedCount: 5.00001 }])).toEqual([400, "items.1.acceptedCount"]);
    expect(await errorsOf([first, { ...second, acceptedCount: 4.99999 }])).toEqual([400, "items.1.acceptedCount"]);
    expect(await errorsOf([first, { ...second, acceptedCount: 4.999999 }])).toEqual([400, "items.1.acceptedCount"]);
    expect(await errorsOf([first, { ...second, acceptedCount: 4, lostCount: 1 }])).toEqual([400, "items.1.reason"]);
    const blank = { ...second, acceptedCount: 4, refusedCount: 1, reason: "  " };
    expect(await errorsOf([first, blank])).toEqual([400, "items.1.reason"]);
    expect(await errorsOf([first, { ...second, acceptedCount: 6, lostCount: -1 }])).toEqual([400, "items.1.lostCount"]);
    expect(await errorsOf([])).toContain(400);
    expect((await errorsOf([first, { ...second, id: 2_000_000_000 }]))[0]).toBe(404);
    expect(await readTransferOperations(world, sent.id)).toHaveLength(2);
    const tenths = { ...first, acceptedCount: 0.1, lostCount: 0.2, reason: "Просыпали" };
    expect((await acceptTransfer(world, sent, [second, tenths])).status).toBe(200);
  });

  test("transfer — cannot be accepted or refused in a closed period of either company, or recalled in a closed period of the sender", async () => {
    const sent = await givenSent(world, [{ stockItemId: await newTransferItem(world), count: 1 }]);
    for (const companyId of [1, 2]) {
      await closeStock(companyId, hoursAgo(-48).slice(0, 10));
      for (const { status, problem } of [
        await acceptTransfer(world, sent, allAccepted(sent)),
        await refuseTransfer(world, sent),
        ...(companyId === 1 ? [await recallTransfer(world, sent)] : []),
      ])
        expect([status, problem.message]).toEqual([409, expect.stringContaining("закрыт")]);
      await closeStock(companyId, null);
    }
    expect((await acceptTransfer(world, sent, allAccepted(sent))).status).toBe(200);
  });
});

describe("refusal and recall of a transfer", () => {
  for (const name of ["refused", "recalled"] as const)
    test(`${name} goods return completely to the sender at the cost at which they left`, async () => {
      const item = await newTransferItem(world);
      await givenApproved(world, [packingLine(item, 3, 33.33)]);
      const sent = await givenSent(world, [{ stockItemId: item, count: 1.5, price: 500 }]);
      await givenApproved(world, [packingLine(item, 1.5, 10)]);
      const close = name === "refused" ? refuseTransfer : recallTransfer;
      const { json } = await close(world, sent);
      const reason = name === "refused" ? "Не заказывали" : null;
      expect(json).toMatchObject({
        state: name,
        acceptingDate: null,
        closedAt: expect.any(String),
        closingReason: reason,
      });
      expect(json.items[0]).toMatchObject({ acceptedCount: 0, refusedCount: 1.5, acceptedStockItemId: null });
      expect(await readTransferOperations(world, sent.id)).toEqual([
        { companyId: 1, item, type: "-", count: 1.5, amount: 50, price: null },
        { companyId: 1, item, type: "+", count: 1.5, amount: 50, price: 33.33333333 },
      ]);
      expect((await pureCost(1, item)).onHand).toBe(4.5);
      expect(await pureCost(2, item)).toEqual({ average: null, onHand: 0 });
      expect(await read(sent.id, 2)).toMatchObject({ state: name, amount: null, items: [{ price: null }] });
    });

  test("the refusal of a transfer requires a reason", async () => {
    const sent = await givenSent(world, [{ stockItemId: await newTransferItem(world), count: 1 }]);
    const { status, problem } = await refuseTransfer(world, sent, {}, "  ");
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([400, ["reason"]]);
    expect((await refuseTransfer(world, sent, {}, "")).status).toBe(400);
  });

  test("a finished transfer cannot be finished again, and the error names the outcome, the time and the user", async () => {
    const item = await newTransferItem(world);
    const send = () => givenSent(world, [{ stockItemId: item, count: 1 }]);
    const [accepted, refused, recalled] = [await send(), await send(), await send()];
    await acceptTransfer(world, accepted, allAccepted(accepted));
    await refuseTransfer(world, refused);
    await recallTransfer(world, recalled);
    const time = String.raw`\d\d\.\d\d\.\d{4} \d\d:\d\d`;
    for (const [answer, message] of [
      [await recallTransfer(world, accepted), `^Перемещение уже принято: ${time}, Виктор Седов\\.$`],
      [await recallTransfer(world, refused), `^От перемещения уже отказались: ${time}, Виктор Седов\\.$`],
      [
        await acceptTransfer(world, recalled, allAccepted(recalled)),
        `^Перемещение уже отозвано: ${time}, Павел Громов\\.$`,
      ],
    ] as const)
      expect([answer.status, answer.problem.message]).toEqual([409, expect.stringMatching(new RegExp(message))]);
  });
});

test("average cost — is recalculated if a delivery is dated before an accepted transfer", async () => {
  const item = await newTransferItem(world);
  const incoming = await givenSent(world, [{ stockItemId: item, count: 10, price: 200 }], {}, 2);
  await acceptTransfer(world, incoming, allAccepted(incoming), { companyId: 1 });
  expect(await pureCost(1, item)).toEqual({ average: 200, onHand: 10 });
  const early = await givenApproved(world, [packingLine(item, 10, 100)], { date: hoursAgo(3) });
  expect(await pureCost(1, item)).toEqual({ average: 150, onHand: 20 });
  const draft = await world.ask("getPackingList", { as: "manager", path: { id: early.id, companyId: 1 } });
  expect(draft.json.items[0]?.lastPrice).toBeNull();
  const { json } = await world.ask("listPackingListItems", { as: "manager", path: { companyId: 1 } });
  expect(json.find(({ id }) => id === item)).toMatchObject({ lastPrice: 100, averageCost: 150, count: 20 });
});
