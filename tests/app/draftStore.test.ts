import { beforeEach, expect, test, vi } from "vitest";
import { createServerClock } from "#app/services/serverClock.ts";
import type { DraftPlace } from "#app/storage/draftStore.ts";
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
const place: DraftPlace = { userId: 4, companyId: 1, target: "new" };
const typed: DraftRecord = { draft: { ...blankDraft(null), note: "Без лука" }, base: null, intent: null };
const underWay: DraftRecord = { ...typed, intent: { key: "key-12345" } };

/** A tab that works on no draft yet, in a browser without locks; it knows the server's time, or not yet. */
const givenTab = async (heard: number, now = heard) => {
  vi.resetModules();
  const { draftStore } = await import("#app/storage/draftStore.ts");
  return draftStore(
    place,
    () => now,
    () => heard,
  );
};

const keep = async (record: DraftRecord, at: number) => (await givenTab(at)).keep(record);

test("a draft is offered for a day, and thrown away after it", async () => {
  await keep(underWay, NOW);
  expect(await (await givenTab(NOW + 23 * HOUR_MS)).find()).toMatchObject({ savedAt: NOW, record: underWay });
  expect(await (await givenTab(NOW + 25 * HOUR_MS)).find()).toBeNull();
  expect(disk.size).toBe(0);
});

test.each([-72, 72])(
  "a clock of the computer that is wrong by %i hours throws no draft away before the server has told the time",
  async (hours) => {
    await keep(typed, NOW);
    const { nowIfSynced: heard, now } = createServerClock();
    expect([heard(), Number.isFinite(now())]).toEqual([Number.NaN, true]);
    const { find } = await givenTab(heard(), NOW + hours * HOUR_MS);
    expect(await find()).toMatchObject({ record: typed });
  },
);

test("the time is the server's from its first answer on", () => {
  const { nowIfSynced: heard, sync: listen } = createServerClock();
  listen(new Response("", { headers: { Date: new Date(NOW).toUTCString() } }));
  expect(Math.abs(heard() - NOW)).toBeLessThan(2_000);
});

test("a draft that another tab works on is not offered, in a browser without locks too", async () => {
  const first = await givenTab(NOW);
  expect(await first.find()).toBeNull();
  await first.keep(typed);
  const second = await givenTab(NOW);
  expect(await second.find()).toBeNull();
  await second.keep(underWay);
  expect([...disk.values()]).toMatchObject([{ record: typed }, { record: underWay }]);
  expect(await first.find()).toMatchObject({ record: typed });
});

test("a draft that an earlier version kept is offered, though it has no text of its date", async () => {
  const { dateText: _, ...draft } = typed.draft;
  await keep({ ...typed, draft } as DraftRecord, NOW);
  expect(await (await givenTab(NOW)).find()).toMatchObject({ record: typed });
});
