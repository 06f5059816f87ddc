import { expect, test } from "vitest";
import { newStockItem } from "../../support/server/packingLists.ts";
import { givenTwoWorlds, raceRounds, statusesOf } from "../../support/server/races.ts";

const worldOf = givenTwoWorlds();

const pathOf = (id: number) => ({ companyId: 1, id });
const read = async (id: number) => (await worldOf(0).ask("getStockMinimum", { as: "manager", path: pathOf(id) })).json;
const save = (at: number, id: number, minCount: number | null, seen: number) =>
  worldOf(at).ask("updateStockMinimum", { as: "manager", path: pathOf(id), seen, body: { minCount, orderUpTo: null } });

test("two concurrent saves of the first minimum of an item — one succeeds, and the other gets 412", async () => {
  for (let round = 0; round < raceRounds(6); round += 1) {
    const id = await newStockItem(worldOf(0));
    const answers = await Promise.all([save(0, id, 5, 0), save(1, id, 7, 0)]);
    expect(statusesOf(answers)).toEqual([200, 412]);
    const [won] = answers.filter(({ status }) => status === 200);
    expect(await read(id)).toEqual(won?.json);
    expect([5, 7]).toContain(won?.json.minCount);
    expect(won?.json.version).toBe(1);
  }
});

test("concurrent changes and removal of one version of a minimum — exactly one request succeeds and increments the version", async () => {
  const id = await newStockItem(worldOf(0));
  await save(0, id, 1, 0);
  for (let round = 0; round < raceRounds(6); round += 1) {
    const { version } = await read(id);
    const wanted = [10 + round, null, 20 + round];
    const answers = await Promise.all(wanted.map((minCount, at) => save(at, id, minCount, version)));
    expect(statusesOf(answers)).toEqual([200, 412, 412]);
    const won = answers.findIndex(({ status }) => status === 200);
    expect(await read(id)).toMatchObject({ minCount: wanted[won], version: version + 1 });
  }
});

test("concurrent saves of minima of different items — all succeed", async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, () => newStockItem(worldOf(0))));
  const answers = await Promise.all(ids.map((id, at) => save(at, id, at + 1, 0)));
  expect(statusesOf(answers)).toEqual(ids.map(() => 200));
  expect(await Promise.all(ids.map(async (id) => (await read(id)).minCount))).toEqual(ids.map((_, at) => at + 1));
});
