import { beforeAll, expect, test } from "vitest";
import { givenTwoWorlds, statusesOf } from "../../support/server/races.ts";
import type { World } from "../../support/server/testServer.ts";

const worldOf = givenTwoWorlds();
const closeShifts = () =>
  worldOf(0).db.updateTable("cash_shift").set({ closed_at: new Date() }).where("closed_at", "is", null).execute();

beforeAll(async () => {
  // Open shifts of the demo data would prevent the test from disabling the module.
  await closeShifts();
});

const switchShifts = (world: World, isOn: boolean, key: string) =>
  world.ask("updateModule", { as: "owner", path: { companyId: 1, module: "cashShift" }, body: { isOn }, key });

test("opening of a shift while the module for shifts is being disabled — only one of the two succeeds", async () => {
  const source = (await worldOf(0).ask("getCashDrawers", { as: "owner" })).json.drawers[0];
  if (!source) throw new Error("no cash source");
  for (let round = 0; round < 12; round += 1) {
    const body = { companyId: 1, financeSourceId: source.id, opening: 0, reason: "Сверили" };
    const open = () =>
      worldOf(0).ask("openCashShift", { as: "owner", path: { companyId: 1 }, body, key: `open-race-${round}` });
    const off = () => switchShifts(worldOf(1), false, `off-race-${round}`);
    const [opened, switched] =
      round % 2 ? await Promise.all([open(), off()]) : (await Promise.all([off(), open()])).toReversed();
    const statuses = [opened?.status, switched?.status];
    expect([
      [201, 409],
      [200, 409],
      [409, 200],
    ]).toContainEqual(statuses);
    await closeShifts();
    if (switched?.status === 200) await switchShifts(worldOf(0), true, `on-race-${round}`);
  }
});

test("ten concurrent changes of one version of a module — exactly one succeeds", async () => {
  const modules = (await worldOf(0).ask("listModules", { as: "owner" })).json;
  const { version } = modules.find(({ name }) => name === "customers") ?? { version: -1 };
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      worldOf(index).ask("updateModule", {
        as: "owner",
        path: { companyId: 1, module: "customers" },
        body: { isOn: false },
        seen: version,
        key: `switch-race-${index}`,
      }),
    ),
  );
  expect(statusesOf(answers)).toEqual([200, ...Array.from({ length: 9 }, () => 412)]);
});
