import { expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { givenCopySource } from "../../support/server/copySource.ts";
import { givenTwoWorlds, raceRounds, statusesOf } from "../../support/server/races.ts";

const worldOf = givenTwoWorlds();

/** Rounds of each race. */
const ROUNDS = raceRounds(4);

const PARTS: Schemas["CompanyCopyPart"][] = ["orderStatuses", "paymentMethods", "tags", "discounts", "menu"];

const copy = (index: number, companyId: number, fromCompanyId: number) =>
  worldOf(index).ask("copyFromCompany", {
    as: "owner",
    path: { companyId },
    body: { fromCompanyId, parts: PARTS },
  });

const givenCompany = async (): Promise<number> =>
  (await worldOf(0).ask("createCompany", { as: "owner", body: { name: "Новая" } })).json.id;

test("simultaneous copies into one company — add each entry once", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { companyId: from } = await givenCopySource(worldOf(0));
    const to = await givenCompany();
    const answers = await Promise.all([0, 1, 2].map((index) => copy(index, to, from)));
    expect(statusesOf(answers)).toEqual([200, 200, 200]);
    const added = answers.map(({ json }) => json.counts.map((count) => count.added));
    expect(added.sort((one, other) => Number(other[0]) - Number(one[0]))).toEqual([
      [1, 2, 2, 3, 4, 3],
      [0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0],
    ]);
    const { json: items } = await worldOf(0).ask("listCompanyItems", { as: "owner", path: { companyId: to } });
    expect(items.map(({ name }) => name).sort()).toEqual(["Сметана", "Суп дня", "Чай", "Чай"]);
  }
});

test("simultaneous copies between two companies in opposite directions — both succeed", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { companyId: one } = await givenCopySource(worldOf(0));
    const other = await givenCompany();
    const body = { name: `Только здесь ${round}` };
    await worldOf(0).ask("createTag", { as: "owner", path: { companyId: other }, body });
    const answers = await Promise.all([copy(0, one, other), copy(1, other, one)]);
    expect(statusesOf(answers)).toEqual([200, 200]);
    const namesOf = async (companyId: number) => {
      const { json } = await worldOf(0).ask("listTags", { as: "owner", path: { companyId } });
      return json.map(({ name }) => name).sort();
    };
    expect(await namesOf(one)).toEqual(await namesOf(other));
  }
});
