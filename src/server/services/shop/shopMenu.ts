import { sql } from "kysely";
import type { RequiredGroup } from "#domain/requiredGroups.ts";
import type { Db } from "../../database/connection.ts";
import { readMenuJson } from "../catalogue/catalogue.ts";
import { listItemStops } from "../kitchen/itemStops.ts";
import type { Shop } from "./shop.ts";

/**
 * Modifier of a dish with its price in roubles. `requiredGroup` is the category from which the guest must choose at
 * least one modifier.
 */
export interface ShopModifier {
  readonly id: number;
  readonly name: string;
  readonly price: number;
  readonly requiredGroup?: RequiredGroup;
}

/** Dish of a shop. The price is in roubles. */
export interface ShopDish {
  readonly id: number;
  readonly name: string;
  readonly price: number;
  readonly categoryId: number;
  readonly imageUrl: string | null;
  readonly isStopped: boolean;
  readonly modifiers: readonly ShopModifier[];
}

/** Category of a shop with its dishes. */
export interface ShopSection {
  readonly id: number;
  readonly name: string;
  readonly dishes: readonly ShopDish[];
}

interface MenuDish extends Omit<ShopDish, "categoryId" | "isStopped" | "modifiers"> {
  readonly categoriesId: readonly number[];
  readonly defaultCategoryId: number | null;
  readonly modificators: readonly ShopModifier[];
}

/** Reads the categories that a shop shows, in the sequence of the shop. `name` is the title for guests. */
const readSections = (db: Db, companyId: number) =>
  db
    .selectFrom("shop_category as s")
    .innerJoin("category as c", "c.id", "s.category_id")
    .select(({ fn }) => ["c.id", fn.coalesce("s.title", "c.name").as("name")])
    .where("s.company_id", "=", companyId)
    .where("c.is_removed", "=", false)
    .orderBy("s.sort")
    .orderBy("c.id")
    .execute();

/**
 * Reads the dishes of a shop by category, including stopped dishes but not stopped modifiers. A dish appears only once:
 * in its default category if the shop shows that category, otherwise in its first shown category.
 */
export const readShopMenu = async (db: Db, { company }: Shop): Promise<ShopSection[]> => {
  const [sections, json, stops] = await Promise.all([
    readSections(db, company.id),
    readMenuJson(db, company.id),
    listItemStops(db, company.id),
  ]);
  const stopped = new Set(stops.filter(({ remaining }) => !remaining).map(({ itemId }) => itemId));
  const dishes = (JSON.parse(json) as MenuDish[]).flatMap((dish): ShopDish[] => {
    const { id, name, price, imageUrl, modificators } = dish;
    const shown = sections.map((section) => section.id).filter((one) => dish.categoriesId.includes(one));
    const categoryId = shown.find((one) => one === dish.defaultCategoryId) ?? shown[0];
    if (categoryId === undefined) return [];
    const modifiers = modificators.filter((one) => !stopped.has(one.id));
    return [{ id, name, price, imageUrl, categoryId, isStopped: stopped.has(id), modifiers }];
  });
  return sections.map((section) => ({
    ...section,
    dishes: dishes.filter(({ categoryId }) => categoryId === section.id),
  }));
};

/**
 * Reads the version of the menu: a hash of the versions of all rows on which the menu depends. The end of a stop-list
 * entry also changes the hash. Reading the version takes a tenth of the time that reading the menu takes.
 */
export const readShopMenuVersion = async (db: Db, { company: { id, groupId } }: Shop): Promise<string> => {
  const dishes = sql`(select id from item where company_id = ${id} or company_group_id = ${groupId})`;
  // PostgreSQL stores each change of a row as a new tuple. These three columns identify the tuple, so the hash changes
  // with every change of a row.
  const hash = sql`sum(hashtextextended(concat(t.ctid, ' ', t.xmin, ' ', t.cmin), 0))`;
  const { rows } = await sql<{ version: string }>`select concat_ws(' ',
    (select ${hash} from item t where company_id = ${id} or company_group_id = ${groupId}),
    (select ${hash} from item_price t where company_id = ${id}),
    (select ${hash} from item_category t where item_id in ${dishes}),
    (select ${hash} from item_modificator t where item_id in ${dishes}),
    (select ${hash} from shop_category t where company_id = ${id}),
    (select ${hash} from category t where t.id in (select category_id from shop_category where company_id = ${id}
      union all select category_modificator_id from item_modificator where is_required and item_id in ${dishes})),
    (select ${hash} from item_stop t where company_id = ${id} and (until is null or until > now()))) as version`.execute(
    db,
  );
  return rows[0]?.version ?? "";
};

/** Removes the stopped dishes from the categories of a shop, and then the categories that have no dishes left. */
export const withoutStopped = (sections: readonly ShopSection[]): ShopSection[] =>
  sections
    .map((section) => ({ ...section, dishes: section.dishes.filter(({ isStopped }) => !isStopped) }))
    .filter(({ dishes }) => dishes.length > 0);
