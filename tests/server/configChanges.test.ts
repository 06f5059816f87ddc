import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ConfigKindName, configKindNames } from "#domain/configKinds.ts";
import { formatMoney } from "#domain/money.ts";
import {
  createChangeAndRemove,
  directorySamples,
  type FieldsRequest,
  sendFields,
} from "../support/server/directorySamples.ts";
import { multipartForm } from "../support/server/form.ts";
import { giveRole } from "../support/server/giveRole.ts";
import { startWorld, type World } from "../support/server/testServer.ts";
import { type Kassa, startKassa } from "../support/server/yookassa.ts";

let kassa: Kassa;
let world: World;
beforeAll(async () => {
  kassa = await startKassa();
  world = await startWorld({ config: { yookassa: { baseUrl: kassa.baseUrl, shopId: "", secretKey: "" } } });
});
afterAll(async () => {
  await world.stop();
  await kassa.stop();
});

const company = { companyId: 1 };
const OWNER = { id: 2, name: "Елена Колосова" };
const list = async (query: Readonly<Record<string, string>> = {}, as = "owner") =>
  (await world.ask("listConfigChanges", { as, path: company, query: { limit: "200", ...query } })).json.rows;
const latestId = async () => (await list())[0]?.id ?? 0;
/** Returns the entries after the entry with the given id, the earliest first. */
const since = async (id: number, query: Readonly<Record<string, string>> = {}) =>
  (await list(query)).filter((row) => row.id > id).reverse();

const send = (operation: Parameters<typeof sendFields>[1], request: FieldsRequest) =>
  sendFields(world, operation, request);

type Difference = readonly (readonly [label: string, before: string | null, after: string | null])[];

/** Difference that the audit log contains after the change of each sample, by the kind of the record. */
const differences: Readonly<Partial<Record<ConfigKindName, Difference>>> = {
  tag: [["Цвет", "красный", "бирюзовый"]],
  discount: [
    ["Размер", "10\u00a0%", "15\u00a0%"],
    ["Дни недели", "пн–ср", "сб, вс"],
    ["Часы с", null, "22:00"],
    ["Часы до", null, "02:00"],
    ["Первый день", null, "01.12.2026"],
    ["Последний день", null, "31.12.2026"],
    ["Сумма заказа от", null, "1\u00a0500,00\u00a0р."],
    ["Промокод", null, "НОЧЬ"],
    ["Всего заказов со скидкой", "5", null],
    ["Один раз на клиента", "нет", "да"],
  ],
  orderStatus: [["Нужна причина", "нет", "да"]],
  paymentMethod: [["Источник финансов", null, "Касса"]],
  externalPaymentMethod: [
    ["Только СБП", "нет", "да"],
    ["Секретный ключ", null, null],
  ],
  customField: [["Значения списка", "а, б", "а, б, в"]],
  category: [
    ["Название", "Проба", "Проба 2"],
    ["Активна", "да", "нет"],
  ],
  item: [
    ["Цена", "100,00\u00a0р.", "120,50\u00a0р."],
    ["Состав", expect.stringMatching(/ × 2$/), expect.stringMatching(/ × 3$/)],
  ],
  supplier: [["Описание", "Мука", "Дрожжи"]],
  stockItem: [
    ["Себестоимость", "10,00\u00a0р.", "12,00\u00a0р."],
    ["Упаковки", "мешок × 25", "мешок × 50"],
  ],
  inventoryGroup: [["Раз в сколько дней", "7", "14"]],
  printer: [["Что печатать", "предчеки", "предчеки, заказы на кухню"]],
  kitchenStation: [["Время на блюдо", "10\u00a0мин", "20\u00a0мин"]],
  deliveryZone: [["Цена доставки", "100,00\u00a0р.", "150,00\u00a0р."]],
  financeSource: [["Название", "Проба", "Проба 2"]],
  financeCategory: [["Название", "Проба", "Проба 2"]],
  operatorPhone: [["Цвет", "красный", "бирюзовый"]],
  role: [
    ["Право «Наибольшая скидка, %»", "10", "20"],
    ["Право «Приём заказов»", null, "да"],
  ],
};

const differenceOf = ({
  changes,
}: {
  changes: readonly { label: string; before: string | null; after: string | null }[];
}) => changes.map(({ label, before, after }) => [label, before, after]);

describe.each(directorySamples)("audit log of records of the kind '$kind'", (sample) => {
  test("a record that is created, changed and removed leaves three entries in the audit log", async () => {
    const before = await latestId();
    const id = await createChangeAndRemove(world, sample);
    const rows = await since(before);
    expect(rows.map((row) => [row.kind, row.action, row.entityId])).toEqual(
      ["create", "update", "remove"].map((action) => [sample.kind, action, id]),
    );
    expect(rows.map(({ user }) => user)).toEqual([OWNER, OWNER, OWNER]);
    const [creation, change, removal] = rows;
    expect(differenceOf(change ?? { changes: [] })).toEqual(differences[sample.kind]);
    expect(creation?.changes.length).toBeGreaterThan(0);
    expect(creation?.changes.every((field) => field.before === null && field.after !== null)).toBe(true);
    expect(removal?.changes.every((field) => field.before !== null && field.after === null)).toBe(true);
    expect(removal?.name).toBeTruthy();
  });
});

/** Kinds of records that have no directory, each with a write and the label of a field that the write changes. */
const others: readonly (readonly [ConfigKindName, write: () => Promise<unknown>, label: string])[] = [
  ["company", () => send("updateCompany", { fields: { name: "Пекарня «Колос»", phone: "+74959990000" } }), "Телефон"],
  ["printInfo", () => send("updatePrintInfo", { fields: { header: "Проба" } }), "Шапка"],
  ["kitchenSettings", () => send("updateKitchenSettings", { fields: { sendBy: "button" } }), "Заказ попадает на кухню"],
  [
    "deliverySettings",
    () => send("updateDeliverySettings", { fields: { startStatusId: null, deliveredStatusId: null } }),
    "Курьер выехал",
  ],
  [
    "financeSettings",
    () => send("updateFinanceSettings", { fields: { requireShift: true, closedUntil: null } }),
    "Наличные только в открытую смену",
  ],
  [
    "stockSettings",
    async () => {
      const { version } = (await world.ask("getStockSettings", { as: "owner", path: company })).json;
      return send("updateStockSettings", { fields: { closedUntil: null, isVatInCost: false }, seen: version });
    },
    "НДС в себестоимости",
  ],
  ["itemPrice", () => send("updateItemPrice", { path: { id: 1 }, fields: { price: 555 }, seen: 0 }), "Цена в компании"],
  [
    "stockMinimum",
    () => send("updateStockMinimum", { path: { id: 10 }, fields: { minCount: 3, orderUpTo: 9 }, seen: 1 }),
    "Минимум",
  ],
  [
    "module",
    async () => {
      const modules = (await world.ask("listModules", { as: "owner", path: company })).json;
      const { version } = modules.find(({ name }) => name === "feedback") ?? { version: 0 };
      const fields = { isOn: true, settings: { greeting: "Как вам пицца?" } };
      return send("updateModule", { path: { module: "feedback" }, fields, seen: version });
    },
    "Что сказать гостю на странице отзыва",
  ],
  [
    "shop",
    async () => {
      const { version } = (await world.ask("getShopCategories", { as: "owner", path: company })).json;
      return send("updateShopCategories", {
        fields: { categories: [{ categoryId: 1, title: "Из печи" }] },
        seen: version,
      });
    },
    "Категории",
  ],
  [
    "companyInvitation",
    () => send("addCompanyUser", { fields: { userName: "proba@kolos.example", alias: "Проба", roleId: 3 } }),
    "Имя для входа",
  ],
  ["companyUser", () => send("changeCompanyUser", { path: { userId: 5 }, fields: { roleId: 3 } }), "Роль"],
  [
    "account",
    () => send("saveAccount", { path: { userId: 12 }, fields: { alias: "Тамара Складова" }, as: "storekeeper" }),
    "Имя",
  ],
  [
    "overridePin",
    () =>
      send("setOverridePin", {
        path: { userId: 3 },
        fields: { currentPassword: "manager-demo", pin: "905173" },
        as: "manager",
      }),
    "Код",
  ],
];

test.each(others)("audit log of records of the kind '%s' — gets one entry for a save", async (kind, write, label) => {
  const before = await latestId();
  await write();
  const rows = await since(before, { kind });
  expect(rows).toHaveLength(1);
  expect(rows[0]?.changes.map((field) => field.label)).toContain(label);
});

test("kinds of records in the audit log — each has a test in this file, except company groups", () => {
  // Changes of company groups are only in the system log (systemChanges.test.ts).
  const tested = [...directorySamples.map(({ kind }) => kind), ...others.map(([kind]) => kind), "companyGroup"];
  expect([...tested].sort()).toEqual([...configKindNames].sort());
});

test("audit log — contains no secret", async () => {
  const { rows } = await sql<{ text: string }>`
    select string_agg(coalesce(before::text, '') || coalesce(after::text, ''), ' ') as text from config_change`.execute(
    world.db,
  );
  const { rows: secrets } = await sql<{ secret: string }>`
    select token_hash as secret from operator_phone where token_hash is not null
    union all select pin_hash from override_pin union all select secret_hash from company_invitation
    union all select notification_token from external_payment_method
    union all select settings ->> 'secretKey' from external_payment_method where settings ? 'secretKey'`.execute(
    world.db,
  );
  expect(secrets.length).toBeGreaterThan(4);
  const texts = [rows[0]?.text ?? "", JSON.stringify(await list())];
  expect(texts[0]).toContain("secretKey");
  for (const text of texts) {
    expect(secrets.filter(({ secret }) => text.includes(secret))).toEqual([]);
    expect(text).not.toContain("live_secret");
  }
});

test("a save without a change, and a reordering, leave no entry in the audit log", async () => {
  const fields = { name: "Без перемен", price: 50, categoriesId: [1, 2], composition: [{ stockItemId: 1, count: 2 }] };
  const item = await send("createCompanyItem", { fields, isForm: true });
  const before = await latestId();
  await send("updateCompanyItem", { path: { id: item.id }, fields, seen: item.version, isForm: true });
  const tags = (await world.ask("summarizeTags", { as: "owner", path: company })).json.map(({ id }) => id);
  await send("reorderTags", { fields: { seen: tags, ids: [...tags].reverse() } });
  expect(await since(before)).toEqual([]);
});

test("a refused save leaves no entry in the audit log", async () => {
  const before = await latestId();
  const refused = await world.ask("createDiscount", {
    as: "owner",
    path: company,
    body: { name: "Слишком", type: "%", value: 150 },
  });
  const stale = await world.ask("updateTag", {
    as: "owner",
    path: { ...company, id: 1 },
    seen: 999,
    body: { name: "Поздно" },
  });
  expect([refused.status, stale.status]).toEqual([400, 412]);
  expect(await since(before)).toEqual([]);
});

test("a request repeated with its idempotency key leaves one entry in the audit log", async () => {
  const before = await latestId();
  const ask = { as: "owner", path: company, body: { name: "Однажды", color: "red" }, key: randomUUID() } as const;
  const [first, second] = [await world.ask("createTag", ask), await world.ask("createTag", ask)];
  expect(second.json.id).toBe(first.json.id);
  expect(await since(before)).toHaveLength(1);
});

test("two concurrent changes of a record leave two entries in the audit log, in the sequence of the changes", async () => {
  const { json: tag } = await world.ask("createTag", {
    as: "owner",
    path: company,
    body: { name: "Гонка", color: "red" },
  });
  const before = await latestId();
  await Promise.all(
    (["teal", "blue"] as const).map((color) =>
      world.ask("updateTag", {
        as: color === "teal" ? "owner" : "manager",
        path: { ...company, id: tag.id },
        body: { name: "Гонка", color },
      }),
    ),
  );
  const [first, second] = (await since(before)).map(({ changes }) => changes[0]);
  expect(first?.before).toBe("красный");
  expect(second?.before).toBe(first?.after);
});

test("reading the audit log requires the permission to configure the company", async () => {
  const ask = (as: string, companyId = 1) => world.ask("listConfigChanges", { as, path: { companyId } });
  expect((await ask("manager")).status).toBe(200);
  expect((await ask("operator")).status).toBe(403);
  expect((await ask("owner2")).status).toBe(404);
  const foreign = (await ask("owner2", 3)).json.rows;
  expect(foreign.filter(({ kind }) => kind !== "role" && kind !== "overridePin")).toEqual([]);
});

test("the audit log hides a kind of record from a user without the permission for this kind", async () => {
  await giveRole(world, 6, ["settings.edit", "catalogue.view"]);
  const kinds = new Set((await list({}, "kitchen")).map(({ kind }) => kind));
  expect(kinds).toContain("tag");
  expect(kinds).toContain("item");
  for (const kind of ["role", "companyUser", "company", "financeSource", "stockItem", "overridePin"] as const)
    expect(kinds).not.toContain(kind);
  expect(await list({ kind: "role" }, "kitchen")).toEqual([]);
});

test("audit log — a filter returns exactly the matching entries, and the pages contain each entry once", async () => {
  const all = await list();
  const discounts = all.filter(({ kind }) => kind === "discount");
  expect(await list({ kind: "discount" })).toEqual(discounts);
  const [entity] = discounts;
  expect(await list({ kind: "discount", entityId: String(entity?.entityId) })).toEqual(
    discounts.filter(({ entityId }) => entityId === entity?.entityId),
  );
  expect(await list({ userId: "3" })).toEqual(all.filter(({ user }) => user.id === 3));
  const day = entity?.date.slice(0, 10) ?? "";
  expect((await list({ startDate: `${day}T00:00:00Z` })).length).toBeGreaterThan(0);
  expect(await list({ startDate: "2090-01-01" })).toEqual([]);
  expect(await list({ endDate: "2020-01-01" })).toEqual([]);
  const paged: number[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: "7", ...(cursor !== undefined && { cursor }) };
    const { json } = await world.ask("listConfigChanges", { as: "owner", path: company, query });
    paged.push(...json.rows.map(({ id }) => id));
    cursor = json.next ?? undefined;
  } while (cursor !== undefined);
  expect(paged.slice(0, all.length)).toEqual(all.map(({ id }) => id));
  expect(new Set(paged).size).toBe(paged.length);
});

test("a new category of a company group is recorded in the audit logs of the companies of the group only", async () => {
  const fields = { name: "Общая проба", isActive: true };
  const { id } = await send("createGroupCategory", { path: { companyGroupId: 1 }, fields, isForm: true, as: "admin" });
  for (const companyId of [1, 2]) {
    const { json } = await world.ask("listConfigChanges", {
      as: "admin",
      path: { companyId },
      query: { kind: "category" },
    });
    expect(json.rows[0]).toMatchObject({ entityId: id, action: "create", name: "Общая проба" });
  }
  const { json } = await world.ask("listConfigChanges", { as: "admin", path: { companyId: 3 } });
  expect(json.rows.filter(({ kind }) => kind === "category")).toEqual([]);
});

test("the acceptance of an invitation is recorded in the audit log with the new user as the author", async () => {
  const before = await latestId();
  const { json } = await world.ask("addCompanyUser", {
    as: "owner",
    path: company,
    body: { userName: "new@kolos.example", alias: "Нина Новая", roleId: 3 },
  });
  const token = json.passwordLink?.replace("/password/", "") ?? "";
  await world.ask("setPassword", { body: { token, password: "Хлеб-и-соль-7" } });
  const rows = await since(before);
  expect(rows.map(({ kind, action, name, user }) => [kind, action, name, user.name])).toEqual([
    ["companyInvitation", "create", "Нина Новая", OWNER.name],
    ["companyUser", "create", "Нина Новая", "Нина Новая"],
    ["companyInvitation", "remove", "Нина Новая", "Нина Новая"],
  ]);
});

test("the audit log of a company begins with the company and its first user, and ends with the removal of the company", async () => {
  const { json } = await world.ask("createCompany", { as: "owner", body: { name: "Новая пекарня" } });
  const log = await world.ask("listConfigChanges", { as: "owner", path: { companyId: json.id } });
  const own = log.json.rows.filter(({ kind }) => kind !== "role" && kind !== "overridePin");
  expect(own.map(({ kind, action }) => [kind, action])).toEqual([
    ["companyUser", "create"],
    ["company", "create"],
  ]);
  expect((await world.ask("deleteCompany", { as: "owner", path: { companyId: json.id } })).status).toBe(204);
  const { rows } = await sql<{ action: string }>`
    select action from config_change where kind = 'company' and entity_id = ${json.id} order by id`.execute(world.db);
  expect(rows).toEqual([{ action: "create" }, { action: "remove" }]);
});

test("an import of dishes leaves an entry in the audit log for each dish", async () => {
  const before = await latestId();
  const head = "Id;Название;Цена;Категории;Основная категория;Артикул;Информация для повара;Активна";
  const bytes = Buffer.from([head, ";Ввоз раз;10;Пицца;;;;", ";Ввоз два;20;Пицца;;;;"].join("\r\n"));
  const file = multipartForm({}, { file: { bytes, name: "items.csv", type: "text/csv" } });
  await world.ask("importCompanyItems", { as: "owner", path: company, raw: file });
  const rows = await since(before);
  expect(rows.map(({ kind, action, name }) => [kind, action, name])).toEqual([
    ["item", "create", "Ввоз раз"],
    ["item", "create", "Ввоз два"],
  ]);
  expect(rows[0]?.changes.map(({ label }) => label)).toContain("Категории");
});

test("required modifier — is marked as required in the audit log, and a save that keeps the flag leaves no entry", async () => {
  const { json: menu } = await world.ask("listMenuItems", { as: "owner", path: company });
  const bacon = menu.find(({ name }) => name === "Бекон");
  const fields = { name: "Шаурма", price: 300, categoriesId: [1] };
  const line = { categoryModificatorId: bacon?.categoriesId[0], modificatorId: bacon?.id, price: 50 };
  const { id } = await send("createCompanyItem", { fields: { ...fields, modificators: [line] }, isForm: true });
  const change = async (isRequired: boolean) => {
    const last = await latestId();
    const modificators = [{ ...line, isRequired }];
    await send("updateCompanyItem", { path: { id }, fields: { ...fields, modificators }, isForm: true });
    return (await since(last)).flatMap((row) => row.changes.map(({ before, after }) => [before, after]));
  };
  const optional = `Добавки / Бекон × 1, ${formatMoney(50)}`;
  const required = `${optional}, обязательно`;
  expect(await change(true)).toEqual([[optional, required]]);
  expect(await change(true)).toEqual([]);
  expect(await change(false)).toEqual([[required, optional]]);
});
