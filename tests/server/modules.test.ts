import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { moduleOfOperation } from "#server/http/moduleOperations.ts";
import { moduleNames } from "#server/services/modules/moduleCatalogue.ts";
import { contractOperations } from "../support/oracles/serverAnswers.ts";
import { givenInventory } from "../support/server/inventories.ts";
import { newStockItem } from "../support/server/packingLists.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

type ModuleName = Schemas["ModuleName"];

let world: World;
beforeAll(async () => {
  world = await startWorld();
  // The open inventory of the demo data would prevent the test from disabling the stock module.
  await sql`update inventory set state = 'cancelled' where state in ('counting', 'reviewing')`.execute(world.db);
});
afterAll(() => world.stop());

let writes = 0;
const list = async (companyId = 1, as = "owner") => (await world.ask("listModules", { as, path: { companyId } })).json;

const moduleOf = async (name: ModuleName, companyId = 1, as = "owner") => {
  const found = (await list(companyId, as)).find((module) => module.name === name);
  if (!found) throw new Error(`no module ${name}`);
  return found;
};

const put = (
  module: ModuleName,
  body: Schemas["ModuleSave"],
  {
    companyId = 1,
    as = "owner",
    key = `module-test-${++writes}`,
    seen,
  }: { companyId?: number; as?: string; key?: string; seen?: number } = {},
) => world.ask("updateModule", { as, path: { companyId, module }, body, key, ...(seen !== undefined && { seen }) });

const closeAllShifts = () => sql`update cash_shift set closed_at = now() where closed_at is null`.execute(world.db);

const supplier = (key: string) =>
  world.ask("createSupplier", { as: "owner", path: { companyId: 1 }, body: { name: `Поставщик ${key}` }, key });

describe("list of modules", () => {
  test("demo company 1 has all modules enabled, and demo company 3 has some disabled modules", async () => {
    expect((await list()).filter(({ isOn }) => !isOn)).toEqual([]);
    const off = (await list(3, "owner2")).filter(({ isOn }) => !isOn).map(({ name }) => name);
    expect(off.sort()).toEqual(["cashShift", "feedback", "shop", "stopList", "suppliers"]);
  });

  test("an employee without permissions for settings can read the modules of the company, but not the modules of another company", async () => {
    expect(await list(1, "kitchen")).toHaveLength(moduleNames.length);
    expect((await world.ask("listModules", { as: "owner2" })).status).toBe(404);
  });

  test("the list of companies contains the names of disabled modules", async () => {
    const { json } = await world.ask("listCompanies", { as: "owner2" });
    expect(json.find(({ id }) => id === 3)?.modulesOff?.toSorted()).toEqual([
      "cashShift",
      "feedback",
      "shop",
      "stopList",
      "suppliers",
    ]);
  });
});

describe("enabling and disabling a module", () => {
  test("enabling or disabling a module requires the permission to edit the company", async () => {
    expect((await put("suppliers", { isOn: false }, { as: "operator" })).status).toBe(403);
    expect((await put("suppliers", { isOn: false }, { as: "owner2" })).status).toBe(404);
    expect((await put("unknown" as ModuleName, { isOn: false })).status).toBe(400);
  });

  test("a disabled module allows reads and refuses writes", async () => {
    expect((await put("suppliers", { isOn: false })).json).toMatchObject({ isOn: false });
    const refused = await supplier("supplier-while-off");
    expect([refused.status, refused.problem.type]).toEqual([409, "urn:problem:module-off"]);
    expect(refused.problem.message).toBe("Модуль «Поставщики и накладные» выключен в настройках компании.");
    expect((await world.ask("listSuppliers", { as: "owner" })).status).toBe(200);
    expect((await put("suppliers", { isOn: true })).json).toMatchObject({ isOn: true });
    // The refusal did not store the idempotency key, so the request can be retried under this key.
    expect((await supplier("supplier-while-off")).status).toBe(200);
  });

  test("a retried write gets the response to the first request, even if the module of the write has been disabled meanwhile", async () => {
    const first = await supplier("supplier-before-off");
    await put("suppliers", { isOn: false });
    const second = await supplier("supplier-before-off");
    expect([second.status, second.json.id]).toEqual([200, first.json.id]);
    await put("suppliers", { isOn: true });
  });

  test("goods in transit between two companies keep the stock module enabled in both companies until the goods are recalled", async () => {
    const { rows } = await sql<{ companyId: number; count: number }>`
      select c.id as "companyId", count(*)::int as count from company c
      join transfer_list t on c.id in (t.company_id, t.to_company_id)
      where t.state = 'sent' and c.id in (1, 2) group by 1 order by 1`.execute(world.db);
    expect(rows.map(({ companyId }) => companyId)).toEqual([1, 2]);
    const disable = (companyId: number) => put("stock", { isOn: false }, { companyId, as: "admin" });
    for (const { companyId, count } of rows) {
      await put("suppliers", { isOn: false }, { companyId, as: "admin" });
      const blocker = `Товары в пути между компаниями: ${count}. Сначала примите, верните или отзовите их.`;
      expect((await moduleOf("stock", companyId, "admin")).blockers).toEqual([blocker]);
      const { status, problem } = await disable(companyId);
      expect([status, problem.message]).toEqual([409, `Модуль «Склад» нельзя выключить. ${blocker}`]);
    }
    await sql`update transfer_list set state = 'recalled' where state = 'sent'`.execute(world.db);
    for (const { companyId } of rows) {
      expect((await disable(companyId)).json).toMatchObject({ isOn: false, blockers: [] });
      for (const module of ["stock", "suppliers"] as const)
        await put(module, { isOn: true }, { companyId, as: "admin" });
    }
  });

  test("a module cannot be disabled before the modules that require it, and cannot be enabled before the modules that it requires", async () => {
    const refused = await put("stock", { isOn: false });
    expect(refused.status).toBe(409);
    expect(refused.problem.message).toContain("«Поставщики и накладные»");
    await put("suppliers", { isOn: false });
    expect((await put("stock", { isOn: false })).status).toBe(200);
    const tooEarly = await put("suppliers", { isOn: true });
    expect([tooEarly.status, tooEarly.problem.message]).toEqual([
      409,
      "Модуль «Поставщики и накладные» нельзя включить. Сначала включите модуль «Склад».",
    ]);
    await put("stock", { isOn: true });
    await put("suppliers", { isOn: true });
  });

  test("an open inventory keeps the stock module enabled", async () => {
    const { id, version, groupName } = await givenInventory(world, [await newStockItem(world)]);
    await put("suppliers", { isOn: false });
    const refused = await put("stock", { isOn: false });
    expect([refused.status, refused.problem.message]).toEqual([
      409,
      `Модуль «Склад» нельзя выключить. Не закончены инвентаризации: ${groupName}. Сначала проведите или отмените их.`,
    ]);
    await world.ask("cancelInventory", { as: "owner", path: { id, companyId: 1 }, seen: version, body: {} });
    expect((await moduleOf("stock")).blockers).toEqual([]);
    await put("suppliers", { isOn: true });
  });

  test("an open cash shift keeps the module of cash shifts enabled", async () => {
    const drawers = (await world.ask("getCashDrawers", { as: "owner" })).json.drawers;
    if (!drawers.some(({ shift }) => shift)) throw new Error("the demo has an open shift");
    const { blockers } = await moduleOf("cashShift");
    expect(blockers[0]).toMatch(/^Открыта смена/);
    expect((await put("cashShift", { isOn: false })).status).toBe(409);
    await closeAllShifts();
    expect((await put("cashShift", { isOn: false })).status).toBe(200);
    await put("cashShift", { isOn: true });
  });

  test("courier trips, unpaid invoices and active print duties keep their modules enabled", async () => {
    await sql`update delivery_trip set state = 'closed', closed_at = now() where company_id = 1`.execute(world.db);
    expect((await moduleOf("delivery")).blockers).toEqual([]);
    await sql`update delivery_trip set state = 'out', closed_at = null where id = (select min(id) from delivery_trip where company_id = 1)`.execute(
      world.db,
    );
    expect((await put("delivery", { isOn: false })).status).toBe(409);
    await sql`update payment set status = 'pending', provider = 'sandbox'
      where id = (select min(id) from payment where company_id = 1)`.execute(world.db);
    expect((await put("externalPayment", { isOn: false })).status).toBe(409);
    await sql`insert into print_duty (id, company_id, printer_id, user_id, kinds, lease_until)
      select gen_random_uuid(), company_id, id, 1, '{}', now() + interval '1 minute' from printer where company_id = 1 limit 1`.execute(
      world.db,
    );
    expect((await put("printing", { isOn: false })).status).toBe(409);
  });

  test("enabling or disabling a module with an outdated version returns 412 with the current module", async () => {
    const { version } = await moduleOf("customers");
    expect((await put("customers", { isOn: false }, { seen: version })).json.version).toBeGreaterThan(version);
    const stale = await put("customers", { isOn: true }, { seen: version });
    expect(stale.status).toBe(412);
    expect(JSON.parse(stale.text).entry).toMatchObject({ name: "customers", isOn: false });
    await put("customers", { isOn: true });
  });

  test("a missing permission is not overridable while the override module is disabled", async () => {
    const stop = () =>
      world
        .ask("deleteItemStop", { as: "operator", path: { companyId: 1, itemId: 1 } })
        .then(({ text }) => JSON.parse(text));
    expect(await stop()).toMatchObject({ status: 403, overridable: true });
    await put("overrides", { isOn: false });
    expect(await stop()).not.toHaveProperty("overridable");
    await put("overrides", { isOn: true });
  });

  test("a report of the call tracker is refused while the call module is disabled", async () => {
    const call = {
      callId: "module-call-1",
      number: "+79001234567",
      event: "StartRing",
      at: new Date().toISOString(),
    } as const;
    const track = () => world.ask("trackCall", { body: call, headers: { authorization: "Bearer demo-tracker-1" } });
    await put("calls", { isOn: false });
    expect((await track()).problem).toMatchObject({ status: 409, type: "urn:problem:module-off" });
    await put("calls", { isOn: true });
    expect((await track()).status).toBe(204);
  });
});

describe("settings of a module", () => {
  test("the settings that are saved with the kitchen module are returned by `getKitchenSettings`", async () => {
    const { settings } = await moduleOf("kitchen");
    expect(settings.map(({ name }) => name)).toEqual(["sendBy", "sendStatusId", "startStatusId", "readyStatusId"]);
    const saved = await put("kitchen", { isOn: true, settings: { sendBy: "button" } });
    expect(saved.status).toBe(200);
    expect((await world.ask("getKitchenSettings", { as: "owner" })).json).toMatchObject({ sendBy: "button" });
    await put("kitchen", { isOn: true, settings: { sendBy: "time" } });
  });

  test("module settings with an unknown name, a wrong type or an invalid value are refused with the name of the setting", async () => {
    for (const [name, value] of [
      ["unknown", "x"],
      ["sendBy", true],
      ["sendBy", "never"],
      ["startStatusId", "999999"],
    ] as const) {
      const { status, problem } = await put("kitchen", { isOn: true, settings: { [name]: value } });
      expect([status, Object.keys(problem.errors ?? {})]).toEqual([400, [name]]);
    }
  });

  test("the settings of a module are kept while the module is disabled", async () => {
    await put("feedback", { isOn: true, settings: { greeting: "Как вам обед?" } });
    await put("feedback", { isOn: false });
    const { settings, isOn } = await moduleOf("feedback");
    expect([isOn, settings[0]?.value]).toEqual([false, "Как вам обед?"]);
    await put("feedback", { isOn: true });
  });
});

test("operations that belong to a module — are all writes and declare the status 409", () => {
  for (const { id, method, node } of contractOperations) {
    if (moduleOfOperation(id) === undefined) continue;
    expect([id, method === "get"]).toEqual([id, false]);
    expect(Object.keys(node["responses"] as object), id).toContain("409");
  }
});

/**
 * Write operations that belong to no module although their area has one, each with the reason. Writes of stock items
 * are exempt without an entry, because the recipes of dishes need stock items even without the module.
 */
const alwaysAllowed: Readonly<Record<string, string>> = {
  checkDoorInvoice: "finishes an issued invoice",
  cancelDoorInvoice: "finishes an issued invoice",
  withdrawOverride: "withdraws an own request",
  setOverridePin: "belongs to the account",
  trackCall: "has no company in its path; the service checks the module",
  linkPhoneTracker: "has no company in its path",
  printPreBill: "the browser prints without printers",
  printKitchenTicket: "the browser prints without printers",
  printUsedStockItems: "the browser prints without printers",
  handleAnyPrintJob: "belongs to the administration",
  endPrintDuty: "ends earlier work",
  beatPrintDuty: "ends with the duty",
  beginPrintJob: "finishes a taken job",
  reportPrintJob: "finishes a taken job",
};

test("each write operation with the API tag of a module — belongs to a module or is listed as an exception", () => {
  const areas = [
    "kitchen",
    "delivery",
    "customers",
    "calls",
    "operatorPhones",
    "suppliers",
    "stock",
    "finance",
    "overrides",
    "printing",
    "shop",
  ];
  const left = contractOperations
    .filter(({ method, node }) => method !== "get" && areas.includes(String(Object(node["tags"])[0])))
    .map(({ id }) => id)
    .filter((id) => moduleOfOperation(id) === undefined && !(id in alwaysAllowed) && !/StockItem$/.test(id));
  expect(left).toEqual([]);
});
