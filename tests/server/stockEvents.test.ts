import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { entryOf, givenEntries, givenInventory, givenReview, inCompany } from "../support/server/inventories.ts";
import { type Listening, openStream } from "../support/server/listen.ts";
import { approveList, givenApproved, givenDraft, newStockItem, packingLine } from "../support/server/packingLists.ts";
import { approveAct, givenAct, writeOffOf } from "../support/server/stockActs.ts";
import { startWorld, type World } from "../support/server/testServer.ts";
import { newTransferItem } from "../support/server/transfers.ts";

let world: World;
/**
 * Streams of a storekeeper of company 1, of a courier of company 1 without `stock.view`, and of the owner of company 3.
 */
let [reader, courier, stranger]: Listening[] = [];
let item: number;

const dataOf = (stream: Listening | undefined) =>
  (stream?.messages ?? []).flatMap(({ data }) => {
    const event = data as { type?: string; companyId?: number; id?: number; version?: number | null };
    return event.type === undefined ? [] : [event];
  });

const BANK = 2;

const TOPICS = ["packingList", "transfer", "stockAct", "inventory", "stock"];
const stockEventsOf = (stream: Listening | undefined) =>
  dataOf(stream).filter(({ type = "" }) => TOPICS.includes(type));

const heard = (stream: Listening | undefined, event: object) =>
  vi.waitFor(() => expect(dataOf(stream)).toContainEqual(event), { timeout: 30_000, interval: 20 });

/** Waits until each of the three streams has all earlier events. */
const settle = async (): Promise<void> => {
  await Promise.all([reader, courier, stranger].map((stream) => stream?.caughtUp()));
};

beforeAll(async () => {
  world = await startWorld();
  await world.app.listen({ port: 0, host: "127.0.0.1" });
  item = await newStockItem(world);
  [reader, courier, stranger] = await Promise.all(
    ["storekeeper", "courier", "owner2"].map((as) => openStream(world, as)),
  );
  await settle();
});
afterAll(async () => {
  for (const stream of [reader, courier, stranger]) stream?.stop();
  await world.stop();
});

const stock = { type: "stock", companyId: 1, id: 1, version: null };

test("readers of packing lists — get an event for the draft, the approval, a payment and the removal of a packing list", async () => {
  const draft = await givenDraft(world, [packingLine(item, 2, 10)]);
  const about = (version: number | null, id = draft.id) => ({ type: "packingList", companyId: 1, id, version });
  await heard(reader, about(1));
  expect(stockEventsOf(reader)).not.toContainEqual(stock);
  await approveList(world, draft);
  await heard(reader, about(2));
  await heard(reader, stock);
  const body = { kind: "expense" as const, financeSourceId: BANK, amount: 5, packingListId: draft.id };
  expect((await world.ask("createFinanceTransaction", { as: "owner", body })).status).toBe(200);
  await heard(reader, about(null));
  const other = await givenDraft(world, [packingLine(item, 1, 10)]);
  await heard(reader, about(1, other.id));
  const before = dataOf(reader).length;
  await world.ask("deletePackingList", { as: "manager", path: { id: other.id, companyId: 1 }, seen: 1 });
  await vi.waitFor(() => expect(dataOf(reader).slice(before)).toContainEqual(about(1, other.id)), { timeout: 30_000 });
});

test("readers of stock acts — get an event for the draft and for the approval of a stock act", async () => {
  await givenApproved(world, [packingLine(item, 10, 10)]);
  const act = await givenAct(world, writeOffOf([[item, 1]]));
  await approveAct(world, act);
  for (const version of [1, 2]) await heard(reader, { type: "stockAct", companyId: 1, id: act.id, version });
});

test("readers of inventories — get an event for each change of state and for each entry", async () => {
  const inventory = await givenInventory(world, [item]);
  const about = (version: number | null) => ({ type: "inventory", companyId: 1, id: inventory.id, version });
  await heard(reader, about(1));
  await givenEntries(world, inventory, entryOf(item, 3));
  await heard(reader, about(null));
  const before = dataOf(reader).length;
  await givenEntries(world, inventory, entryOf(item, 4));
  await vi.waitFor(() => expect(dataOf(reader).slice(before)).toContainEqual(about(null)), { timeout: 30_000 });
  const reviewed = await givenReview(world, inventory);
  await heard(reader, about(reviewed.version));
  const { id, version } = reviewed;
  await world.ask("cancelInventory", { as: "manager", path: inCompany(id), seen: version, body: {} });
  await heard(reader, about(version + 1));
});

test("change of a minimum and hiding of an item — cause an event of the topic 'stock'", async () => {
  const path = { id: item, companyId: 1 };
  for (const change of [
    () => world.ask("updateStockMinimum", { as: "manager", path, seen: 0, body: { minCount: 1, orderUpTo: null } }),
    () => world.ask("hideStock", { as: "manager", path, body: { id: item, companyId: 1, isHidden: true } }),
    () => world.ask("hideStock", { as: "manager", path, body: { id: item, companyId: 1, isHidden: false } }),
  ]) {
    await settle();
    const before = dataOf(reader).length;
    expect((await change()).status).toBe(200);
    await vi.waitFor(() => expect(dataOf(reader).slice(before)).toContainEqual(stock), { timeout: 30_000 });
  }
});

test("recipient of a transfer — gets events only after the transfer is sent, not while the transfer is a draft", async () => {
  const shared = await newTransferItem(world, { companyId: 1 });
  const {
    status,
    text,
    json: draft,
  } = await world.ask("createTransferList", {
    as: "admin",
    path: { companyId: 1 },
    body: { toCompanyId: 3, items: [{ stockItemId: shared, count: 1 }] },
  });
  expect(status, text).toBe(200);
  const { id, version } = draft;
  const about = (companyId: number, of = version) => ({ type: "transfer", companyId, id, version: of });
  await heard(reader, about(1));
  await settle();
  expect(stockEventsOf(stranger)).toEqual([]);
  const path = { id, companyId: 1 };
  await world.ask("sendTransferList", { as: "admin", path, seen: version, body: { isBelowZeroAllowed: true } });
  await heard(reader, about(1, version + 1));
  await heard(stranger, about(3, version + 1));
  await world.ask("recallTransferList", { as: "admin", path, seen: version + 1 });
  await heard(stranger, about(3, version + 2));
  await settle();
  expect(stockEventsOf(stranger)).toEqual([about(3, version + 1), about(3, version + 2)]);
  expect(stockEventsOf(reader).every(({ companyId }) => companyId === 1)).toBe(true);
});

test("user of the company who may not view the stock — gets no stock events", async () => {
  await settle();
  expect(stockEventsOf(reader).length).toBeGreaterThan(10);
  expect(stockEventsOf(courier)).toEqual([]);
});
