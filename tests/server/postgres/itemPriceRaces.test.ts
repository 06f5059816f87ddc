import { expect, test } from "vitest";
import { givenTwoWorlds, raceRounds, statusesOf } from "../../support/server/races.ts";

const worldOf = givenTwoWorlds();

const MARGHERITA = 1;
const pathOf = (companyId: number) => ({ companyId, id: MARGHERITA });
const read = async (companyId: number) =>
  (await worldOf(0).ask("getItemPrice", { as: "admin", path: pathOf(companyId) })).json;
const save = (at: number, companyId: number, price: number | null, seen: number) =>
  worldOf(at).ask("updateItemPrice", { as: "admin", path: pathOf(companyId), seen, body: { price } });

test("two concurrent saves of the price of a dish in a company — one succeeds, and the other gets 412", async () => {
  for (let round = 0; round < raceRounds(6); round += 1) {
    const { version } = await read(1);
    const wanted = [500 + round, round % 2 === 0 ? null : 700 + round];
    const answers = await Promise.all(wanted.map((price, at) => save(at, 1, price, version)));
    expect(statusesOf(answers)).toEqual([200, 412]);
    const won = answers.findIndex(({ status }) => status === 200);
    expect(await read(1)).toMatchObject({ price: wanted[won], version: version + 1 });
    expect(answers[1 - won]?.problem).toMatchObject({ entry: { price: wanted[won], version: version + 1 } });
  }
});

test("concurrent saves of the price of a dish in two companies — both succeed", async () => {
  const [first, second] = [await read(1), await read(2)];
  const answers = await Promise.all([save(0, 1, 801, first.version), save(1, 2, 802, second.version)]);
  expect(statusesOf(answers)).toEqual([200, 200]);
  expect([(await read(1)).price, (await read(2)).price]).toEqual([801, 802]);
});

test("save of the price of a dish that is being removed — succeeds or gets 404, and later saves get 404", async () => {
  const { version } = await read(1);
  const [saved, removed] = await Promise.all([
    save(0, 1, 900, version),
    worldOf(1).ask("deleteGroupItem", { as: "admin", path: { companyGroupId: 1, id: MARGHERITA } }),
  ]);
  expect(removed.status).toBe(204);
  expect([200, 404]).toContain(saved.status);
  expect((await save(0, 1, 901, version + 1)).status).toBe(404);
});
