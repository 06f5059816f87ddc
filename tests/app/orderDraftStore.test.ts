import { beforeEach, expect, test, vi } from "vitest";
import { createServerClock } from "#app/services/serverClock.ts";
import type { DraftKey } from "#app/storage/orderDraftStore.ts";
import { blankDraft, type DraftRecord } from "#machines/orders/editor/draft.ts";

const disk = vi.hoisted(() => new Map<string, unknown>());

vi.mock("idb", () => ({
  openDB: async () => ({
    getAllKeys: async () => [...disk.keys()],
    get: async (_: string, name: string) => disk.get(name),
    put: async (_: string, value: unknown, name: string) => void disk.set(name, value),
    delete: async (_: string, name: string) => void disk.delete(name),
  }),
}));

beforeEach(() => {
  disk.clear();
});

const HOUR_MS = 60 * 60 * 1000;
const NOW = Date.parse("2026-11-23T12:00:00Z");
const key: DraftKey = { userId: 4, companyId: 1, target: "new" };
const typed: DraftRecord = { draft: { ...blankDraft(null), note: "Без лука" }, base: null, intent: null };
const saving: DraftRecord = { ...typed, intent: { key: "key-12345" } };

/**
 * Returns the draft store of a new browser tab without the Web Locks API. `synced` is the server's time, or NaN before
 * the first response.
 */
const openTab = async (synced: number, now = synced) => {
  vi.resetModules();
  const { createDraftStore } = await import("#app/storage/orderDraftStore.ts");
  return createDraftStore(
    key,
    () => now,
    () => synced,
  );
};

const keep = async (record: DraftRecord, at: number): Promise<string> => {
  const tab = await openTab(at);
  const name = tab.newName();
  await tab.keep({ name, record });
  return name;
};

test("a draft of an order — is listed for 24 hours and then deleted", async () => {
  const name = await keep(saving, NOW);
  expect(await (await openTab(NOW + 23 * HOUR_MS)).list()).toMatchObject([
    { name, stored: { savedAt: NOW, record: saving } },
  ]);
  expect(await (await openTab(NOW + 25 * HOUR_MS)).list()).toEqual([]);
  expect(disk.size).toBe(0);
});

test.each([-72, 72])(
  "drafts of orders — stay until the server's first response, even if the computer's clock is wrong by %i hours",
  async (hours) => {
    await keep(typed, NOW);
    const { nowIfSynced, now } = createServerClock();
    expect([nowIfSynced(), Number.isFinite(now())]).toEqual([Number.NaN, true]);
    const { list } = await openTab(nowIfSynced(), NOW + hours * HOUR_MS);
    expect(await list()).toMatchObject([{ stored: { record: typed } }]);
  },
);

test("nowIfSynced — returns the server's time after the first response", () => {
  const { nowIfSynced, sync } = createServerClock();
  sync(new Response("", { headers: { Date: new Date(NOW).toUTCString() } }));
  expect(Math.abs(nowIfSynced() - NOW)).toBeLessThan(2_000);
});

test("two tabs — never use the same draft at the same time in a browser without the Web Locks API", async () => {
  const name = await keep(typed, NOW);
  const first = await openTab(NOW);
  expect(await first.claim(name)).toBe(true);
  expect(await first.claim(name)).toBe(true);
  const second = await openTab(NOW);
  expect(await second.claim(name)).toBe(false);
  expect(await second.claim(second.newName())).toBe(true);
});

test("second editor in the same tab — can use a draft only after the first editor has released it", async () => {
  const name = await keep(typed, NOW);
  const first = await openTab(NOW);
  const { createDraftStore } = await import("#app/storage/orderDraftStore.ts");
  const second = createDraftStore(
    key,
    () => NOW,
    () => NOW,
  );
  expect(await first.claim(name)).toBe(true);
  expect(await second.claim(name)).toBe(false);
  first.release();
  expect(await second.claim(name)).toBe(true);
});

test("drafts of new orders — are listed from newest to oldest, without the draft of an existing order", async () => {
  const older = await keep(typed, NOW - HOUR_MS);
  const newer = await keep(saving, NOW);
  disk.set("4/1/order-17/other", disk.get(older));
  const names = (await (await openTab(NOW)).list()).map(({ name }) => name);
  expect(names).toEqual([newer, older]);
});

test("a deleted draft of an order — is no longer listed", async () => {
  const name = await keep(typed, NOW);
  const tab = await openTab(NOW);
  await tab.forget(name);
  expect(await tab.list()).toEqual([]);
});

test("draft of an earlier program version without the field `dateText` — is listed", async () => {
  const name = await keep(typed, NOW);
  const { dateText: _, ...draft } = typed.draft;
  disk.set(name, { version: 1, savedAt: NOW, record: { ...typed, draft } });
  expect(await (await openTab(NOW)).list()).toMatchObject([{ stored: { record: typed } }]);
});
