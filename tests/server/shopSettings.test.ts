import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { isWithinHours } from "#server/services/shop/shop.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

let writes = 0;
interface Options {
  readonly as?: string;
  readonly companyId?: number;
  readonly seen?: number;
  readonly key?: string;
}
const shopSave = (more: Partial<Schemas["ShopSave"]> = {}): Schemas["ShopSave"] => ({
  slug: "kolos",
  opensAt: "00:00",
  closesAt: "00:00",
  isPaused: false,
  paymentMethodsId: [1],
  statusId: null,
  ...more,
});
const put = (
  body: Schemas["ShopSave"],
  { as = "owner", companyId = 1, seen, key = `shop-save-${++writes}` }: Options = {},
) => world.ask("updateShop", { as, path: { companyId }, body, key, ...(seen !== undefined && { seen }) });
const read = async (companyId = 1) =>
  (await world.ask("getShop", { as: companyId === 1 ? "owner" : "admin", path: { companyId } })).json;
const putCategories = (
  categories: Schemas["ShopCategorySave"][],
  { as = "owner", companyId = 1, seen, key = `shop-save-${++writes}` }: Options = {},
) =>
  world.ask("updateShopCategories", {
    as,
    path: { companyId },
    body: { categories },
    key,
    ...(seen !== undefined && { seen }),
  });
const readCategories = async (companyId = 1) =>
  (await world.ask("getShopCategories", { as: companyId === 1 ? "owner" : "admin", path: { companyId } })).json;
const setModule = async (isOff: boolean) => {
  await sql`update company set modules_off = ${isOff ? ["shop"] : []} where id = 1`.execute(world.db);
};

describe("settings of the shop", () => {
  test("the saved settings of a shop are read back with the next version", async () => {
    const { version } = await read();
    const body = shopSave({ opensAt: "09:30", closesAt: "01:00", isPaused: true, statusId: 2 });
    const { status, json } = await put(body, { seen: version });
    expect([status, json]).toEqual([200, { ...body, version: version + 1 }]);
    expect(await read()).toEqual(json);
    await put(shopSave());
  });

  test("a save of the shop settings that is repeated with the same idempotency key is applied once", async () => {
    const { version } = await read();
    const key = "shop-save-repeated";
    const first = await put(shopSave(), { seen: version, key });
    const second = await put(shopSave(), { seen: version, key });
    expect([second.status, second.json]).toEqual([200, first.json]);
    expect((await read()).version).toBe(version + 1);
  });

  test("a save of outdated shop settings returns 412 with the current shop", async () => {
    const { version } = await read();
    await put(shopSave(), { seen: version });
    const { status, text } = await put(shopSave({ isPaused: true }), { seen: version });
    expect([status, JSON.parse(text).entry]).toEqual([412, await read()]);
    expect((await read()).isPaused).toBe(false);
  });

  test("of two simultaneous saves of one version of the shop settings, only one succeeds", async () => {
    const { version } = await read();
    const answers = await Promise.all([put(shopSave(), { seen: version }), put(shopSave(), { seen: version })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  test.each(["Колос", "-kolos", "a", "two words", "a".repeat(41), "UPPER", "../etc"])(
    "the slug '%s' is refused",
    async (slug) => {
      expect((await put(shopSave({ slug }))).status).toBe(400);
    },
  );

  test("invalid opening hours of a shop are refused", async () => {
    for (const opensAt of ["24:00", "9:00", "09:60", ""]) expect((await put(shopSave({ opensAt }))).status).toBe(400);
  });

  test("the slug of another company is refused, and no shop is created", async () => {
    const { status, problem } = await put(shopSave({ paymentMethodsId: [] }), { companyId: 2, as: "admin" });
    expect([status, problem.message]).toEqual([409, expect.stringContaining("kolos")]);
    expect((await read(2)).version).toBe(0);
  });

  test("if two companies concurrently save the same slug, only one of the companies gets the slug", async () => {
    const save = shopSave({ slug: "wanted", paymentMethodsId: [] });
    const answers = await Promise.all([put(save), put(save, { companyId: 2, as: "admin" })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await sql`delete from shop where company_id = 2`.execute(world.db);
    await put(shopSave());
  });

  test("payment methods and statuses of another company and a status that closes orders are refused", async () => {
    const method = await put(shopSave({ paymentMethodsId: [11] }));
    expect([method.status, method.problem.errors]).toEqual([400, { paymentMethodsId: expect.any(String) }]);
    for (const statusId of [11, 6, 7]) {
      const { status, problem } = await put(shopSave({ statusId }));
      expect([status, problem.errors]).toEqual([400, { statusId: expect.any(String) }]);
    }
  });

  test("a user without company.edit may neither read nor save the settings of the shop", async () => {
    const path = { companyId: 1 };
    const answers = [
      await world.ask("getShop", { as: "operator", path }),
      await put(shopSave(), { as: "operator" }),
      await world.ask("getShopCategories", { as: "operator", path }),
      await putCategories([], { as: "operator" }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });

  test("the shop settings of another company are not found", async () => {
    const path = { companyId: 3 };
    const answers = [
      await world.ask("getShop", { as: "operator", path }),
      await put(shopSave(), { as: "operator", companyId: 3 }),
      await putCategories([], { as: "operator", companyId: 3 }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  test("a disabled shop module hides the public page and refuses saves, but the settings of the shop can be read", async () => {
    await setModule(true);
    const page = await world.app.inject({ url: "/shop/kolos" });
    const answers = [await put(shopSave()), await putCategories([])];
    const reading = await world.ask("getShop", { as: "owner", path: { companyId: 1 } });
    await setModule(false);
    expect([page.statusCode, reading.status]).toEqual([404, 200]);
    expect(answers.map(({ status, problem }) => [status, problem.type])).toEqual([
      [409, "urn:problem:module-off"],
      [409, "urn:problem:module-off"],
    ]);
  });
});

describe("categories of the shop", () => {
  test("the shop page shows the chosen categories with their titles, in the chosen sequence", async () => {
    const { categories, version } = await readCategories();
    const [first, second] = categories.filter(({ dishCount }) => dishCount > 0);
    if (!first || !second) throw new Error("too few categories");
    const chosen = [
      { categoryId: second.categoryId, title: "Сначала это" },
      { categoryId: first.categoryId, title: null },
    ];
    const { status, json } = await putCategories(chosen, { seen: version });
    expect([status, json.version]).toEqual([200, version + 1]);
    const shown = json.categories.filter(({ isShown }) => isShown);
    expect(shown.map(({ categoryId, title }) => ({ categoryId, title }))).toEqual(chosen);
    const { body } = await world.app.inject({ url: "/shop/kolos" });
    const headings = [...body.matchAll(/<h2[^>]*>([^<]*)</g)].map(([, text]) => text);
    expect(headings).toEqual(["Сначала это", first.name]);
  });

  test("a save of shop categories with an outdated version, an unknown category or a category named twice is refused", async () => {
    const { categories, version } = await readCategories();
    const categoryId = categories[0]?.categoryId ?? 0;
    expect((await putCategories([{ categoryId }], { seen: version - 1 })).status).toBe(412);
    expect((await putCategories([{ categoryId: 999999 }], { seen: version })).status).toBe(400);
    expect((await putCategories([{ categoryId }, { categoryId }], { seen: version })).status).toBe(400);
    expect((await readCategories()).version).toBe(version);
  });

  test("the categories of a shop cannot be saved before its settings; the first save of the settings makes only categories with dishes visible", async () => {
    expect((await putCategories([], { companyId: 2, as: "admin" })).status).toBe(409);
    const { status } = await put(shopSave({ slug: "volna", paymentMethodsId: [] }), { companyId: 2, as: "admin" });
    expect(status).toBe(200);
    const { categories } = await readCategories(2);
    expect(categories.filter(({ isShown }) => isShown).length).toBeGreaterThan(0);
    expect(categories.filter(({ isShown, dishCount }) => isShown && dishCount === 0)).toEqual([]);
  });
});

test.each([
  ["09:00", "22:00", "08:59", false],
  ["09:00", "22:00", "09:00", true],
  ["09:00", "22:00", "22:00", false],
  ["18:00", "02:00", "01:59", true],
  ["18:00", "02:00", "02:00", false],
  ["00:00", "00:00", "13:00", true],
])("opening hours from %s to %s — at %s the shop is open: %s", (opens, closes, time, isOpen) => {
  expect(isWithinHours(time, { opens, closes })).toBe(isOpen);
});
