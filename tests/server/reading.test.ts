import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAX_FAVOURITES, readFavouriteSettings } from "#machines/orders/editor/favourites.ts";
import { givenOrder, pathOf } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const company = { companyId: 1 };

describe("reading of companies", () => {
  test("list of companies — contains the companies of the user with the user's permissions", async () => {
    const { json: mine } = await world.ask("listCompanies", { as: "operator" });
    expect(mine.map(({ name }) => name)).toEqual(["Пекарня «Колос»"]);
    expect(mine[0]?.permissions).toMatchObject({ "order.create": 1, "discount.maxPercent": 20 });
    expect(mine[0]?.permissions).not.toHaveProperty("order.editForeign");
    const { json: all } = await world.ask("listCompanies", { as: "admin" });
    expect(all.map(({ companyGroupId }) => companyGroupId)).toEqual([1, 1, null]);
  });

  test("company — is returned with its details and its numbers of open and late orders", async () => {
    const { json } = await world.ask("getCompany", { as: "kitchen", path: company });
    expect(json).toMatchObject({ name: "Пекарня «Колос»", timeZone: "Europe/Moscow", dayStart: "00:00" });
    const { json: state } = await world.ask("getCompanyState", { as: "operator", path: company });
    expect(state.openCount).toBeGreaterThan(0);
    expect(state.lateCount).toBeLessThanOrEqual(state.openCount);
  });

  test("removed permissions of a role, and the removal of a user from a company, take effect at the next request", async () => {
    expect((await world.ask("listOrders", { as: "cashier", path: company })).status).toBe(200);
    await sql`update role set permissions = permissions - 'order.view' where id = 4`.execute(world.db);
    expect((await world.ask("listOrders", { as: "cashier", path: company })).status).toBe(403);
    await sql`delete from company_user where user_id = 5`.execute(world.db);
    expect((await world.ask("listOrders", { as: "cashier", path: company })).status).toBe(404);
  });
});

describe("menu", () => {
  test("menu of a company — contains the dishes of the company and of its group, but no dishes of other companies", async () => {
    const namesOf = async (as: string, companyId: number) =>
      (await world.ask("listMenuItems", { as, path: { companyId } })).json.map(({ name }) => name);
    const [first, second, third] = [await namesOf("owner", 1), await namesOf("admin", 2), await namesOf("owner2", 3)];
    expect(first).toContain("Маргарита");
    expect(first).toContain("Бородинский");
    expect(second).toContain("Маргарита");
    expect(second).not.toContain("Бородинский");
    expect(second).not.toContain("Бонито");
    expect(third).not.toContain("Маргарита");
    expect(first.length).toBeGreaterThanOrEqual(80);
  });

  test("menu of a company — contains the modifiers of a dish with their prices", async () => {
    const { json } = await world.ask("listMenuItems", { as: "owner", path: company });
    const added = (name: string) => json.find((item) => item.name === name)?.modificators ?? [];
    expect(added("Маргарита").find(({ name }) => name === "Сырный борт")?.price).toBe(60);
    expect(new Set(added("Оливье").map(({ price }) => price))).toEqual(new Set([30]));
    expect(added("Американо")).toEqual([]);
  });

  test("menu of a company — contains the full name and the number of dishes of each category", async () => {
    const { json } = await world.ask("listCategories", { as: "owner", path: company });
    expect(json.length).toBe(12);
    expect(json.find(({ name }) => name === "Добавки")).toMatchObject({
      fullName: "Пицца - Добавки",
      isCompanyGroup: true,
      countItems: 8,
    });
    expect(json.find(({ name }) => name === "Хлеб")).toMatchObject({ isCompanyGroup: false, countItems: 7 });
  });

  test("menu of a company — has pictures that can be cached publicly and permanently", async () => {
    const { json } = await world.ask("listMenuItems", { as: "owner", path: company });
    const fileId = json[0]?.imageUrl?.split("/").at(-1) ?? "";
    const { status, headers, text } = await world.ask("getFile", { path: { fileId } });
    expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
      200,
      "image/png",
      "public, max-age=31536000, immutable",
    ]);
    expect(text.slice(1, 4)).toBe("PNG");
    expect((await world.ask("getFile", { path: { fileId: "00000000-0000-4000-8000-000000000000" } })).status).toBe(404);
    expect((await world.ask("getFile", { path: { fileId: "../../etc/passwd" } })).status).toBe(400);
  });
});

test("demo data — contain statuses with and without each flag, three kinds of discounts, two external payment methods and a removed tag", async () => {
  const { json: statuses } = await world.ask("listOrderStatuses", { as: "operator", path: company });
  expect(statuses.length).toBe(9);
  for (const flag of [
    "isClosed",
    "isCancel",
    "isAddStockOperation",
    "isRequireReason",
    "isTechnical",
    "isRemoved",
    "isEditable",
  ] as const)
    expect(new Set(statuses.map((status) => status[flag]))).toEqual(new Set([true, false]));
  const { json: discounts } = await world.ask("listDiscounts", { as: "operator", path: company });
  expect(new Set(discounts.map(({ type, detail }) => `${type} ${detail === null}`)).size).toBeGreaterThanOrEqual(3);
  const { json: methods } = await world.ask("listPaymentMethods", { as: "operator", path: company });
  expect(methods.map(({ isCash }) => isCash)).toEqual([true, false, false, false]);
  const { json: external } = await world.ask("listExternalPaymentMethods", { as: "operator", path: company });
  expect(external.length).toBe(2);
  expect((await world.ask("listTags", { as: "operator", path: company })).json.some(({ isRemoved }) => isRemoved)).toBe(
    true,
  );
});

describe("notifications", () => {
  test("notifications — are paged, the latest first, and can be marked as read", async () => {
    const { json: all } = await world.ask("listNotifications", { as: "operator" });
    expect(all.length).toBeGreaterThan(3);
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).sort((a, b) => b - a));
    const [first, second] = all;
    const { json: page } = await world.ask("listNotifications", {
      as: "operator",
      query: { limit: "1", cursor: String(first?.id) },
    });
    expect(page.map(({ id }) => id)).toEqual([second?.id]);
    const path = { id: first?.id ?? 0 };
    expect((await world.ask("readNotification", { as: "cashier", path })).status).toBe(404);
    expect((await world.ask("readNotification", { as: "operator", path })).status).toBe(204);
    const { json: unread } = await world.ask("listNotifications", { as: "operator", query: { isUnreadOnly: "true" } });
    expect(unread.map(({ id }) => id)).not.toContain(first?.id);
    expect((await world.ask("listNotifications", { as: "operator", query: { limit: "0" } })).status).toBe(400);
  });
});

describe("display settings", () => {
  test("display settings — are saved separately for each user and module", async () => {
    const save = (module: string, value: number) =>
      world.ask("saveUserSettings", {
        as: "cashier",
        body: { appName: "client", payload: [{ module, settings: [{ name: "countPerPage", value }] }] },
      });
    await save("dashBoard", 50);
    const { json } = await save("Item_list_module", 10);
    expect(json.payload).toEqual(
      [
        { module: "Item_list_module", settings: [{ name: "countPerPage", value: 10 }] },
        { module: "dashBoard", settings: [{ name: "countPerPage", value: 50 }] },
      ].sort((a, b) => (a.module < b.module ? -1 : 1)),
    );
    await save("dashBoard", 100);
    const { json: one } = await world.ask("getUserSettings", {
      as: "cashier",
      query: { appName: "client", payload: "dashBoard" },
    });
    expect(one.payload).toEqual([{ module: "dashBoard", settings: [{ name: "countPerPage", value: 100 }] }]);
    expect((await world.ask("getUserSettings", { as: "owner" })).json).toEqual({
      appName: "client",
      updateDate: null,
      payload: [],
    });
    expect((await save("dashBoard", -1)).status).toBe(400);
  });

  test("display settings of a module — can store the maximum number of favourite dishes, and are refused with one more dish", async () => {
    const saveFavourites = (count: number) =>
      world.ask("saveUserSettings", {
        as: "manager",
        body: {
          appName: "client",
          payload: [
            {
              module: "favouriteItems.1",
              settings: Array.from({ length: count }, (_, at) => ({ name: String(at + 1), value: 1 })),
            },
          ],
        },
      });
    const { json } = await saveFavourites(MAX_FAVOURITES);
    expect(readFavouriteSettings(1, json)).toHaveLength(MAX_FAVOURITES);
    expect((await saveFavourites(MAX_FAVOURITES + 1)).status).toBe(400);
    expect(readFavouriteSettings(1, (await saveFavourites(0)).json)).toEqual([]);
  });
});

test("page views and errors of clients — are stored", async () => {
  const view = {
    url: "/Company/1",
    application: "client",
    applicationVersion: "1.0.0",
    applicationName: "desktop client",
  };
  expect((await world.ask("reportPageView", { as: "operator", body: view })).status).toBe(204);
  expect(
    (
      await world.ask("reportError", {
        as: "operator",
        body: { message: "Loading chunk failed", url: "/", applicationVersion: "1" },
      })
    ).status,
  ).toBe(204);
  const { rows } = await sql<{
    views: number;
    errors: number;
  }>`select (select count(*) from metric)::int as views, (select count(*) from error_log)::int as errors`.execute(
    world.db,
  );
  expect(rows[0]).toEqual({ views: 1, errors: 1 });
});

test("address search — finds streets by a part of their name, and the houses of a street", async () => {
  const find = async (q: string) => (await world.ask("searchAddress", { as: "operator", query: { q } })).json;
  expect(new Set((await find("САДОВ")).map(({ street }) => street))).toEqual(new Set(["ул. Садовая", "пер. Садовый"]));
  const houses = await find("ул Садовая");
  expect(houses.length).toBeGreaterThan(5);
  expect(houses.every(({ street, house }) => street === "ул. Садовая" && house)).toBe(true);
  expect((await find("садовая 1")).every(({ house }) => house?.startsWith("1"))).toBe(true);
  expect(await find("нет такой")).toEqual([]);
  expect((await world.ask("searchAddress", { as: "operator", query: { q: "" } })).status).toBe(400);
});

test("print request — adds a job to the queue and a record to the history of the order", async () => {
  const order = await givenOrder(world);
  for (const [operation, kind] of [
    ["printPreBill", "preBill"],
    ["printKitchenTicket", "kitchen"],
    ["printUsedStockItems", "usedStockItems"],
  ] as const) {
    const { json } = await world.ask(operation, { as: "operator", path: pathOf(order) });
    expect(json).toMatchObject({ kind, status: "manual", isPrinterOnDuty: false });
    expect((await world.ask(operation, { as: "operator", path: pathOf({ id: 999_999 }) })).status).toBe(404);
  }
  const { json: history } = await world.ask("listOrderHistory", { as: "owner", path: pathOf(order) });
  expect(history.filter(({ typeElement }) => typeElement === "Print").length).toBe(3);
});

test("demo data — have orders on ninety days, thirty orders a day on average, 400 customers and no unpaid closed order", async () => {
  const { json: days } = await world.ask("listOrderDays", { as: "owner", path: company });
  expect(days.length).toBeGreaterThanOrEqual(90);
  const total = days.reduce((sum, { count }) => sum + count, 0);
  expect(total / days.length).toBeGreaterThan(30);
  const { rows } = await sql<{
    customers: number;
    unpaid: number;
  }>`select (select count(*) from customer)::int as customers,
    (select count(*) from orders o join order_status s on s.id = o.status_id and s.is_closed and not s.is_cancel
      where o.amount > 0 and not exists (select 1 from payment p where p.order_id = o.id and p.status = 'completed'))::int as unpaid`.execute(
    world.db,
  );
  expect(rows[0]?.customers).toBeGreaterThanOrEqual(400);
  expect(rows[0]?.unpaid).toBe(0);
});

test("demo data — have no future dates except due, promised and expiry times", async () => {
  const { rows: columns } = await sql<{ table: string; name: string }>`
    select table_name as "table", column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'timestamp with time zone' and column_name not in ('expires_at', 'promised_at')`.execute(
    world.db,
  );
  const ahead: string[] = [];
  for (const { table, name } of columns) {
    const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(name)} > now() limit 1`.execute(
      world.db,
    );
    if (rows.length > 0) ahead.push(`${table}.${name}`);
  }
  expect(ahead.sort()).toEqual(["customer.last_order_date", "customer.own_last", "order_line.date", "orders.date"]);
});
