import { sql } from "kysely";
import { wallClock } from "#domain/zone.ts";
import type { Db } from "../../database/connection.ts";
import type { CompanyScope } from "../session/caller.ts";
import { requireRow } from "../shared/domainErrors.ts";

/** Shop of a company. `company` contains no permissions, because guests have none. */
export interface Shop {
  readonly company: CompanyScope;
  readonly slug: string;
  readonly name: string;
  readonly phone: string | null;
  readonly statusId: number | null;
  readonly methods: readonly ShopMethod[];
  /** True if the company has a discount with a promo code. */
  readonly hasPromoCodes: boolean;
  /** Reason why the shop takes no orders now, as a sentence for the guest. Undefined for an open shop. */
  readonly closedReason: string | undefined;
}

/** Payment method that a guest may choose. */
interface ShopMethod {
  readonly id: number;
  readonly name: string;
  /** True if the guest pays online, by an invoice of a payment provider. */
  readonly isOnline: boolean;
}

interface Hours {
  readonly opens: string;
  readonly closes: string;
}

/**
 * Returns true if a local time, as HH:MM, is within the opening hours, which may span midnight. Equal times mean that
 * the shop is always open.
 */
export const isWithinHours = (time: string, { opens, closes }: Hours): boolean => {
  if (opens === closes) return true;
  return opens < closes ? time >= opens && time < closes : time >= opens || time < closes;
};

const readMethods = async (db: Db, companyId: number, ids: readonly number[]): Promise<ShopMethod[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom("payment_method")
        .select(["id", "name", sql<boolean>`external_payment_method_id is not null`.as("isOnline")])
        .where("company_id", "=", companyId)
        .where("id", "in", ids)
        .where("is_removed", "=", false)
        .orderBy("sort")
        .orderBy("id")
        .execute();

const findClosedReason = (isPaused: boolean, hours: Hours, now: Date, timeZone: string): string | undefined => {
  if (isPaused) return "Магазин пока не принимает заказы. Загляните чуть позже.";
  const time = wallClock(now.getTime(), timeZone).toISOString().slice(11, 16);
  return isWithinHours(time, hours)
    ? undefined
    : `Сейчас закрыто. Принимаем заказы с ${hours.opens} до ${hours.closes}.`;
};

const findShopRow = (db: Db, slug: string) =>
  db
    .selectFrom("shop as s")
    .innerJoin("company as c", "c.id", "s.company_id")
    .select(["c.id", "c.name", "c.phone", "c.time_zone as timeZone", "c.day_start as dayStart"])
    .select(["c.modules_off as modulesOff", "c.lead_minutes as leadMinutes", "c.company_group_id as groupId"])
    .select(["s.slug", "s.is_paused as isPaused", "s.opens_at as opens", "s.closes_at as closes"])
    .select(["s.status_id as statusId", "s.payment_methods as methodIds"])
    .select((db) =>
      db
        .exists(
          db
            .selectFrom("discount as d")
            .whereRef("d.company_id", "=", "c.id")
            .where("d.promo_code", "is not", null)
            .where("d.is_removed", "=", false),
        )
        .as("hasPromoCodes"),
    )
    .where("s.slug", "=", slug.toLowerCase())
    .where("c.is_removed", "=", false)
    .where("c.is_active", "=", true)
    .executeTakeFirst();

/**
 * Reads the shop with a slug. Throws `NotFound` for an unknown slug, for a removed or inactive company, and while the
 * module is off.
 */
export const readShop = async (db: Db, slug: string, now: Date): Promise<Shop> => {
  const row = await findShopRow(db, slug);
  const shop = requireRow(row?.modulesOff.includes("shop") ? undefined : row, "Такого магазина нет.");
  const { id, timeZone, dayStart, leadMinutes, groupId, modulesOff } = shop;
  return {
    company: { id, zone: { timeZone, dayStart }, leadMinutes, groupId, permissions: {}, modulesOff },
    slug: shop.slug,
    name: shop.name,
    phone: shop.phone,
    statusId: shop.statusId,
    methods: await readMethods(db, id, shop.methodIds),
    hasPromoCodes: Boolean(shop.hasPromoCodes),
    closedReason: findClosedReason(shop.isPaused, shop, now, timeZone),
  };
};
