import { wallClock } from "#domain/zone.ts";
import type { Db } from "../../database/connection.ts";
import { readMenuJson } from "../catalogue/catalogue.ts";
import { listItemStops } from "../kitchen/itemStops.ts";
import type { CompanyScope } from "../session/caller.ts";
import { requireRow } from "../shared/domainErrors.ts";

/** Shop of a company, with the company as a caller without permissions sees it. */
export interface Shop {
  readonly company: CompanyScope;
  readonly slug: string;
  readonly name: string;
  readonly phone: string | null;
  readonly statusId: number | null;
  /** Sentence for the guest why the shop takes no orders now. Undefined for an open shop. */
  readonly closedReason: string | undefined;
}

/** Dish of a shop. Price in roubles. */
export interface ShopDish {
  readonly id: number;
  readonly name: string;
  readonly price: number;
  readonly categoryId: number;
  readonly imageUrl: string | null;
  readonly isStopped: boolean;
}

/** Category of a shop with its dishes. */
interface ShopSection {
  readonly id: number;
  readonly name: string;
  readonly dishes: readonly ShopDish[];
}

interface Hours {
  readonly opens: string;
  readonly closes: string;
}

/** Returns true if a local time, as HH:MM, is within the hours. Hours may pass midnight. */
export const isWithinHours = (time: string, { opens, closes }: Hours): boolean => {
  if (opens === closes) return true;
  return opens < closes ? time >= opens && time < closes : time >= opens || time < closes;
};

/** Reads the shop with a slug. Throws `NotFound`, also while the company has switched the module off. */
export const readShop = async (db: Db, slug: string, now: Date): Promise<Shop> => {
  const row = await db
    .selectFrom("shop as s")
    .innerJoin("company as c", "c.id", "s.company_id")
    .select([
      "c.id",
      "c.name",
      "c.phone",
      "c.time_zone as timeZone",
      "c.day_start as dayStart",
      "c.modules_off as modulesOff",
    ])
    .select(["c.lead_minutes as leadMinutes", "c.company_group_id as groupId", "s.slug", "s.is_paused as isPaused"])
    .select(["s.opens_at as opens", "s.closes_at as closes", "s.status_id as statusId"])
    .where("s.slug", "=", slug.toLowerCase())
    .where("c.is_removed", "=", false)
    .where("c.is_active", "=", true)
    .executeTakeFirst();
  const { opens, closes, ...shop } = requireRow(
    row?.modulesOff.includes("shop") ? undefined : row,
    "Такого магазина нет.",
  );
  const time = wallClock(now.getTime(), shop.timeZone).toISOString().slice(11, 16);
  const reason = shop.isPaused
    ? "Магазин пока не принимает заказы. Загляните чуть позже."
    : isWithinHours(time, { opens, closes })
      ? undefined
      : `Сейчас закрыто. Принимаем заказы с ${opens} до ${closes}.`;
  return {
    company: {
      id: shop.id,
      zone: { timeZone: shop.timeZone, dayStart: shop.dayStart },
      leadMinutes: shop.leadMinutes,
      groupId: shop.groupId,
      permissions: {},
      modulesOff: shop.modulesOff,
    },
    slug: shop.slug,
    name: shop.name,
    phone: shop.phone,
    statusId: shop.statusId,
    closedReason: reason,
  };
};

interface MenuDish extends Omit<ShopDish, "categoryId" | "isStopped"> {
  readonly categoriesId: readonly number[];
  readonly defaultCategoryId: number | null;
}

/** Reads the menu of a shop by category. A stopped dish stays visible, but cannot be ordered. */
export const readShopMenu = async (db: Db, { company }: Shop): Promise<ShopSection[]> => {
  const [json, stops] = await Promise.all([readMenuJson(db, company.id), listItemStops(db, company.id)]);
  const menu = JSON.parse(json) as MenuDish[];
  const stopped = new Set(stops.filter(({ remaining }) => !remaining).map(({ itemId }) => itemId));
  const dishes = menu.flatMap(({ id, name, price, imageUrl, categoriesId, defaultCategoryId }): ShopDish[] => {
    const categoryId =
      defaultCategoryId !== null && categoriesId.includes(defaultCategoryId) ? defaultCategoryId : categoriesId[0];
    return categoryId === undefined ? [] : [{ id, name, price, imageUrl, categoryId, isStopped: stopped.has(id) }];
  });
  const ids = [...new Set(dishes.map(({ categoryId }) => categoryId))];
  if (ids.length === 0) return [];
  const categories = await db
    .selectFrom("category")
    .select(["id", "name"])
    .where("id", "in", ids)
    .orderBy("id")
    .execute();
  return categories.map((one) => ({ ...one, dishes: dishes.filter(({ categoryId }) => categoryId === one.id) }));
};
