import { sql } from "kysely";
import type { Db } from "../database/connection.ts";
import { continueIds, insertMany } from "./bulk.ts";
import { type DemoCategory, demoMenu, type MenuOwner } from "./menu.ts";
import { drawDish } from "./pictures.ts";
import { demoPacks, demoStock } from "./stockItems.ts";

/** Dish with the data that demo orders need. */
export interface DemoDish {
  readonly id: number;
  readonly name: string;
  readonly price: number;
  readonly cost: number;
  readonly categoryId: number;
  readonly categoryName: string;
  readonly owner: MenuOwner;
  /** Dishes that a customer can add to this dish as modifiers. */
  readonly added: readonly DemoDish[];
}

/** Demo menu with its database ids. */
export interface DemoCatalogue {
  readonly dishes: readonly DemoDish[];
  categoryId(name: string): number;
}

const stockIds = new Map(demoStock.map(({ owner, title, id }) => [`${owner} ${title}`, id]));
const stockCosts = new Map(demoStock.map(({ title, cost }) => [title, cost]));

/**
 * Returns the id of the stock item with this title that belongs to the owner, or else to the company group. Returns 0
 * for an unknown title.
 */
const stockId = (title: string, owner: MenuOwner): number =>
  stockIds.get(`${owner} ${title}`) ?? stockIds.get(`group ${title}`) ?? 0;

const scopeOf = (owner: MenuOwner) =>
  owner === "group" ? { company_id: null, company_group_id: 1 } : { company_id: owner, company_group_id: null };

const usesOf = (category: DemoCategory, own: readonly (readonly [string, number])[]): Map<string, number> => {
  const uses = new Map<string, number>();
  for (const [title, count] of [...category.uses, ...own]) uses.set(title, (uses.get(title) ?? 0) + count);
  return uses;
};

const costOf = (uses: ReadonlyMap<string, number>): number =>
  [...uses].reduce((sum, [title, count]) => sum + count * (stockCosts.get(title) ?? 0), 0);

const fillStock = async (tx: Db): Promise<void> => {
  const items = demoStock.map(({ id, owner, title, unit, group, cost }) => ({
    id,
    title,
    unit,
    group_name: group,
    estimate_cost: cost,
    is_removed: false,
    version: 1,
    ...scopeOf(owner),
  }));
  await insertMany(tx, "stock_item", items);
  const parts = demoStock.flatMap(({ id, owner, parts }) =>
    parts.map(([part, count]) => ({ stock_item_id: id, part_id: stockId(part, owner), count })),
  );
  await insertMany(tx, "stock_item_part", parts);
  const packs = [...demoPacks].flatMap(([id, units]) =>
    units.map((unit, position) => ({ stock_item_id: id, position, ...unit })),
  );
  await insertMany(tx, "stock_item_pack", packs);
  await continueIds(tx, "stock_item");
};

const fillCategories = async (tx: Db): Promise<ReadonlyMap<string, number>> => {
  const ids = new Map(demoMenu.map(({ name }, index) => [name, index + 1]));
  const rows = demoMenu.map(({ name, owner, parent }) => ({
    id: ids.get(name),
    name,
    parent_id: ids.get(parent ?? "") ?? null,
    custom_field: {},
    is_active: true,
    is_removed: false,
    ...scopeOf(owner),
  }));
  await insertMany(tx, "category", rows);
  await continueIds(tx, "category");
  return ids;
};

const planDishes = (ids: ReadonlyMap<string, number>) =>
  demoMenu
    .flatMap((category) =>
      category.dishes.map(({ name, price, uses: own }) => ({ category, name, price, uses: usesOf(category, own) })),
    )
    .map((dish, index) => ({
      ...dish,
      id: index + 1,
      categoryId: ids.get(dish.category.name) ?? 0,
      picture: drawDish(dish.name, dish.category.look),
    }));

type Plan = ReturnType<typeof planDishes>[number];

const fillPictures = async (tx: Db, plans: readonly Plan[]): Promise<void> => {
  const pictures = new Map(plans.map(({ picture }) => [picture.id, picture.bytes.toString("base64")]));
  const rows = JSON.stringify([...pictures].map(([id, bytes]) => ({ id, bytes })));
  await sql`insert into file (id, mime, bytes) select r.id, 'image/png', decode(r.bytes, 'base64')
    from jsonb_to_recordset(${rows}::jsonb) as r(id uuid, bytes text)`.execute(tx);
};

/** Name of the dish for which the guest must choose at least one modifier. */
const REQUIRED = "Вареники с картофелем";

const fillDishes = async (tx: Db, plans: readonly Plan[], ids: ReadonlyMap<string, number>): Promise<void> => {
  await insertMany(
    tx,
    "item",
    plans.map(({ id, name, price, category, categoryId, picture }) => ({
      id,
      name,
      price,
      default_category_id: categoryId,
      vendor_code: `${category.name.charAt(0)}-${String(id).padStart(3, "0")}`,
      image_file_id: picture.id,
      custom_field: {},
      is_active: true,
      is_removed: name === "Бонито",
      ...scopeOf(category.owner),
    })),
  );
  await continueIds(tx, "item");
  await insertMany(
    tx,
    "item_category",
    plans.map(({ id, categoryId }) => ({ item_id: id, category_id: categoryId })),
  );
  await insertMany(
    tx,
    "item_composition",
    plans.flatMap(({ id, uses, category }) =>
      [...uses].map(([title, count]) => ({ item_id: id, stock_item_id: stockId(title, category.owner), count })),
    ),
  );
  await insertMany(
    tx,
    "item_modificator",
    plans
      .flatMap(({ id, name, category: { added } }) =>
        added
          ? [
              {
                item_id: id,
                category_modificator_id: ids.get(added[0]),
                modificator_id: 0,
                portion: added[1],
                price: added[2],
                is_required: name === REQUIRED,
              },
            ]
          : [],
      )
      .map((row, index) => ({ id: index + 1, ...row })),
  );
  await continueIds(tx, "item_modificator");
};

const dishOf = (plan: Plan, added: readonly DemoDish[]): DemoDish => ({
  id: plan.id,
  name: plan.name,
  price: plan.price,
  cost: costOf(plan.uses),
  categoryId: plan.categoryId,
  categoryName: plan.category.name,
  owner: plan.category.owner,
  added,
});

/** Adds stock items, categories and dishes with pictures, recipes and modifiers. */
export const fillCatalogue = async (tx: Db): Promise<DemoCatalogue> => {
  await fillStock(tx);
  const ids = await fillCategories(tx);
  const plans = planDishes(ids);
  await fillPictures(tx, plans);
  await fillDishes(tx, plans, ids);
  const plain = plans.map((plan) => dishOf(plan, []));
  const dishes = plans.map((plan) =>
    dishOf(
      plan,
      plain.filter(({ categoryName }) => categoryName === plan.category.added?.[0]),
    ),
  );
  return { dishes, categoryId: (name) => ids.get(name) ?? 0 };
};
