import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "#server/database/connection.ts";
import { checkPeriodOpen, updateFinanceSettings } from "#server/services/finance/financeSettings.ts";
import type { CompanyScope } from "#server/services/session/caller.ts";
import { requireOpenStock, updateStockSettings } from "#server/services/stock/stockSettings.ts";
import { startWorld, type World } from "../../support/server/testServer.ts";
import { untilBlocked } from "../../support/server/untilBlocked.ts";

const zone = { timeZone: "Europe/Moscow", dayStart: "00:00" };
const DAY = "2026-01-31";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** Adds a company without saved settings. */
const newCompany = async (): Promise<CompanyScope> => {
  const { rows } = await sql<{ id: number }>`insert into company (name) values ('Новая') returning id`.execute(
    world.db,
  );
  const id = rows[0]?.id ?? 0;
  return { id, zone, leadMinutes: 60, permissions: {}, groupId: null, modulesOff: [] };
};

test.each<[string, (tx: Db, id: number) => Promise<unknown>, (tx: Db, company: CompanyScope) => Promise<unknown>]>([
  [
    "finance",
    (tx, id) => checkPeriodOpen(tx, id, new Date(`${DAY}T12:00:00Z`), zone),
    (tx, company) => updateFinanceSettings(tx, company, 0, { requireShift: false, closedUntil: DAY }),
  ],
  [
    "stock",
    (tx, id) => requireOpenStock(tx, id, new Date(`${DAY}T12:00:00Z`), zone),
    (tx, company) => updateStockSettings(tx, company, 0, { closedUntil: DAY, isVatInCost: true }),
  ],
])("first closing of a %s period — waits for a transaction that has found the period open", async (_, check, close) => {
  const company = await newCompany();
  let closing: Promise<unknown> = Promise.resolve();
  await world.db.transaction().execute(async (tx) => {
    await check(tx, company.id);
    let isClosed = false;
    closing = world.db
      .transaction()
      .execute((other) => close(other, company))
      .then(() => {
        isClosed = true;
      });
    await untilBlocked(tx);
    expect(isClosed).toBe(false);
  });
  await closing;
  await expect(world.db.transaction().execute((tx) => check(tx, company.id))).rejects.toThrow("31.01.2026 закрыт");
});
