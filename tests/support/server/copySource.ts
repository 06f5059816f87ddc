import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { drawDish } from "#server/demo/pictures.ts";
import { multipartForm } from "./form.ts";
import type { World } from "./testServer.ts";

/** Company with entries to copy. */
interface CopySource {
  readonly companyId: number;
  readonly soupId: number;
  /** Id of the tag "Срочно". */
  readonly tagId: number;
}

const givenMenu = async (world: World, companyId: number) => {
  const path = { companyId };
  const addCategory = async (name: string, parentId?: number) =>
    (await world.ask("createCompanyCategory", { as: "owner", path, raw: multipartForm({ name, parentId }) })).json.id;
  const addDish = async (dish: Readonly<Record<string, unknown>>, bytes?: Buffer) => {
    const raw = multipartForm(dish, bytes ? { imageFile: { bytes } } : {});
    return (await world.ask("createCompanyItem", { as: "owner", path, raw })).json.id;
  };
  const kitchen = await addCategory("Кухня");
  const soups = await addCategory("Супы", kitchen);
  const sauces = await addCategory("Соусы");
  const soup = {
    name: "Суп дня",
    price: 250,
    vendorCode: "С-1",
    internalInfo: "Без лука",
    prepMinutes: 15,
    categoriesId: [soups],
    defaultCategoryId: soups,
  };
  const sour = await addDish({ name: "Сметана", price: 40, categoriesId: [sauces] });
  const modificators = [
    { modificatorId: sour, categoryModificatorId: sauces, portion: 2, price: 30 },
    { modificatorId: 0, categoryModificatorId: sauces, portion: 1, price: -1, isRequired: true },
  ];
  const soupId = await addDish({ ...soup, modificators }, drawDish("Суп", ["#fff", "#c00", "#0c0"]).bytes);
  await addDish({ name: "Чай", price: 90, categoriesId: [kitchen] });
  await addDish({ name: "Чай", price: 120, categoriesId: [kitchen], isActive: false });
  return { soups, soupId };
};

/** Creates a company of the demo owner with an extra status, payment methods, tags, a menu and discounts. */
export const givenCopySource = async (world: World): Promise<CopySource> => {
  const name = `Образец ${randomUUID()}`;
  const companyId = (await world.ask("createCompany", { as: "owner", body: { name } })).json.id;
  const path = { companyId };
  const { json: packed } = await world.ask("createOrderStatus", {
    as: "owner",
    path,
    body: { name: "Упакован", color: "teal", isEditable: false, isAddStockOperation: true },
  });
  const { json: statuses } = await world.ask("listOrderStatuses", { as: "owner", path });
  const seen = statuses.map(({ id }) => id);
  const rest = seen.filter((id) => id !== packed.id);
  const ids = [...rest.slice(0, 2), packed.id, ...rest.slice(2)];
  await world.ask("reorderOrderStatuses", { as: "owner", path, body: { seen, ids } });

  const { json: methods } = await world.ask("listPaymentMethods", { as: "owner", path });
  const { json: externals } = await world.ask("listExternalPaymentMethods", { as: "owner", path });
  const cash = methods.find(({ isCash }) => isCash)?.financeSourceId ?? null;
  const bank = methods.find(({ isCash }) => !isCash)?.financeSourceId ?? null;
  const external = externals.find((one) => one.name === "ЮKassa")?.id ?? null;
  await sql`update external_payment_method set settings = '{"shopId": "1", "secretKey": "secret"}'
    where id = ${external}`.execute(world.db);
  for (const method of [
    { name: "Касса зала", isCash: true, financeSourceId: cash },
    { name: "Онлайн", financeSourceId: bank, externalPaymentMethodId: external },
  ])
    await world.ask("createPaymentMethod", { as: "owner", path, body: method });

  const { json: tag } = await world.ask("createTag", { as: "owner", path, body: { name: "Срочно", color: "red" } });
  await world.ask("createTag", { as: "owner", path, body: { name: "Гость", color: "blue" } });

  const { soups, soupId } = await givenMenu(world, companyId);
  const terms = { promoCode: "лето", maxUses: 5, weekdays: [1, 2], startTime: "10:00", endTime: "12:00" };
  for (const discount of [
    { name: "Своим", type: "%" as const, value: 10 },
    { name: "По коду", type: "fixed" as const, value: 100, terms },
    {
      name: "На супы",
      type: "%" as const,
      value: 0,
      detail: [
        { categoryId: soups, itemId: soupId, type: "fixed" as const, value: 50 },
        { categoryId: soups, itemId: -1, type: "%" as const, value: 15 },
      ],
    },
  ])
    await world.ask("createDiscount", { as: "owner", path, body: discount });
  return { companyId, soupId, tagId: tag.id };
};
