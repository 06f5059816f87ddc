import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ConfigKindName, configKindNames } from "#domain/configKinds.ts";
import { allOperations } from "#server/operations/all.ts";
import { configFields } from "#server/services/configChanges/configFields.ts";
import { BOUNDED, KEPT, RETENTION } from "#server/services/monitoring/retention.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** Tables of `BOUNDED` that the audit log does not record, each with the reason. */
const unrecorded: Readonly<Record<string, string>> = {
  courier_duty: "a shift of a courier, not a setting",
  hidden_stock_item: "a choice of the stock screen",
  item_stop: "the stop list changes during the work in the kitchen",
  recovery_code: "second factor of an account",
  setting: "settings of the server, which no user changes",
  stock_balance: "figures that the server calculates",
  stock_cost: "figures that the server calculates",
  two_factor: "second factor of an account",
  user_setting: "display settings that users choose for themselves",
  user_view: "views that users save for themselves; they configure no company",
};

interface AuditTrigger {
  readonly table: string;
  readonly function: string;
  readonly arguments: readonly string[];
}

const readTriggers = async (): Promise<readonly AuditTrigger[]> => {
  const { rows } = await sql<{ table: string; function: string; text: string }>`
    select c.relname as table, p.proname as function, pg_get_triggerdef(t.oid) as text
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where t.tgname like 'config_change%on_update'`.execute(world.db);
  return rows.map(({ text, ...row }) => ({
    ...row,
    arguments: [...text.matchAll(/'((?:[^']|'')*)'/g)].map(([, value = ""]) => value),
  }));
};

const listOf = (text = "{}") => text.slice(1, -1).split(",").filter(Boolean);

test("audit log — has triggers on exactly the tables in `BOUNDED` that are not in `unrecorded`", async () => {
  const recorded = new Set((await readTriggers()).map(({ table }) => table));
  expect([...recorded, ...Object.keys(unrecorded)].sort()).toEqual([...BOUNDED].sort());
});

test("audit log — has no trigger on the tables in `KEPT` and `RETENTION`, such as orders, payments and stock operations", async () => {
  const recorded = new Set((await readTriggers()).map(({ table }) => table));
  const others: readonly string[] = [...KEPT, ...RETENTION.map(({ table }) => table)];
  expect(others.filter((table) => recorded.has(table))).toEqual([]);
});

test("audit log — every recorded column has a label or is hidden, and every label belongs to a recorded column", async () => {
  const unnamed: string[] = [];
  const used = new Map<string, Set<string>>(configKindNames.map((kind) => [kind, new Set()]));
  for (const { table, function: name, arguments: words } of await readTriggers()) {
    const kind = words[0] as ConfigKindName;
    if (name === "record_config_part" || name === "record_company_group") {
      used.get(kind)?.add(words[1] ?? "");
      continue;
    }
    const hidden = [...listOf(words[4]), "id", "version", "company_id", "company_group_id", "sort", "is_removed"];
    const { rows } = await sql<{ name: string; type: string }>`
      select column_name as name, data_type as type from information_schema.columns
      where table_schema = current_schema() and table_name = ${table}`.execute(world.db);
    for (const column of rows.filter((one) => !hidden.includes(one.name))) {
      const isObject = Object.keys(configFields[kind]).some((field) => field.startsWith(`${column.name}.`));
      const isOpen = ["custom_field", "permissions"].includes(column.name) || kind === "module";
      if (!isObject && !isOpen) used.get(kind)?.add(column.name);
    }
  }
  for (const [kind, fields] of used)
    for (const field of fields) if (!configFields[kind as ConfigKindName][field]) unnamed.push(`${kind}.${field}`);
  expect(unnamed).toEqual([]);
  const needless = configKindNames.flatMap((kind) =>
    Object.keys(configFields[kind])
      .filter((field) => !field.includes(".") && !used.get(kind)?.has(field))
      .map((field) => `${kind}.${field}`),
  );
  expect(needless).toEqual([]);
});

test("audit log — columns whose names contain hash, token, secret or hint are declared as hidden or secret", async () => {
  const { rows } = await sql<{ table: string; name: string }>`
    select table_name as table, column_name as name from information_schema.columns
    where table_schema = current_schema() and column_name ~ '(hash|token|secret|hint)'`.execute(world.db);
  const triggers = (await readTriggers()).filter(({ function: name }) =>
    ["record_config_change", "record_account_change"].includes(name),
  );
  const open = rows.filter(({ table, name }) =>
    triggers.some(
      ({ table: recorded, arguments: words }) =>
        recorded === table && ![...listOf(words[4]), ...listOf(words[5])].includes(name),
    ),
  );
  expect(open).toEqual([]);
});

/** Handlers with their own transactions that write the configuration and name the user for the audit log themselves. */
const naming = [
  "changePassword",
  "createExternalMethod",
  "deleteCompany",
  "importCompanyItems",
  "importGroupItems",
  "setOverridePin",
  "updateExternalMethod",
  "updateModule",
];

/** Handlers with their own transactions that write no configuration. */
const others = [
  "cancelDoorInvoice",
  "checkDoorInvoice",
  "checkExternalMethod",
  "checkInvoice",
  "cleanNotifications",
  "disableTwoFactor",
  "enableTwoFactor",
  "grantOverride",
  "issueDoorInvoice",
  "issueInvoice",
  "notifyExternalPayment",
  "paySandboxInvoice",
  "declineSandboxInvoice",
  "readAllNotifications",
  "readNotification",
  "readPackingListTable",
  "refreshToken",
  "rejectPayment",
  "reportError",
  "reportPageView",
  "signIn",
  "signOut",
  "uploadCompanyFile",
  "uploadFile",
];

test("handlers with their own transactions — either name the user for the audit log or are listed as writing no configuration", () => {
  const own = Object.entries(allOperations).filter(([, handler]) => "hasOwnTransactions" in handler);
  expect(own.map(([id]) => id).sort()).toEqual([...naming, ...others].sort());
});
