import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { businessDay } from "#domain/dates.ts";
import { normalizePromoCode } from "#domain/discountTerms.ts";
import { normalizePhone } from "#domain/phone.ts";
import type { Db } from "../../database/connection.ts";
import { inTransaction } from "../../database/transaction.ts";
import { findDiscountByCode } from "../configuration/discounts.ts";
import { currentRiskSql } from "../customers/customerSql.ts";
import { listDeliveryZones } from "../delivery/deliveryZones.ts";
import { reviewTokenSql } from "../feedback/reviewTokenSql.ts";
import { createOrder, prepareOrder } from "../orders/orderCreate.ts";
import { isUndoableSql } from "../orders/undoableChange.ts";
import { lockPresence } from "../shared/companyPresence.ts";
import { Conflict, invalidFields, KeyReused, NotFound, requireRow, TooMany } from "../shared/domainErrors.ts";
import type { Shop } from "./shop.ts";

/** Order of a guest before it is stored. */
export interface GuestOrder {
  readonly key: string;
  /** Hash of the fields that the guest sent, see `hashFields`. */
  readonly requestHash: string;
  readonly save: Schemas["OrderSave"];
  /** Total that the guest has seen, roubles. */
  readonly amount: number;
  /** True if the guest filled in the honeypot field, which is invisible to human users. */
  readonly isSuspicious: boolean;
}

const MAX_UNCONFIRMED = 2;
/**
 * Maximum numbers of requests from an IP address within the window: `order` for orders and payments, `status` for the
 * status of an order. Several phones may share an address, and the status page polls every 10 s.
 */
const MAX_ATTEMPTS = { order: 30, status: 600 };
const WINDOW_MINUTES = 10;
const TOKEN_BYTES = 16;

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/**
 * Returns a hash of the fields that a guest sent. Neither the sequence of the fields nor the current prices of the shop
 * affect the hash.
 */
export const hashFields = (fields: Readonly<Record<string, string>>): string =>
  hashOf(JSON.stringify(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))));

/** Returns a guest's order with the discount of its promo code. Throws `Invalid` for an unknown code. */
const addPromoDiscount = async (
  db: Db,
  { company }: Shop,
  save: Schemas["OrderSave"],
): Promise<Schemas["OrderSave"]> => {
  const code = normalizePromoCode(save.promoCode ?? "");
  if (code === "") return save;
  const discount = await findDiscountByCode(db, company.id, code);
  if (!discount) throw invalidFields({ promoCode: "Такого промокода нет." });
  return { ...save, discountId: discount.id };
};

/**
 * Returns the price and the lines of a guest's order. Throws the errors of `prepareOrder`, and `Invalid` for an unknown
 * promo code and for an address outside of all zones if the company has delivery zones.
 */
export const quoteGuestOrder = async (db: Db, shop: Shop, save: Schemas["OrderSave"]) => {
  const { company } = shop;
  const { zone, price, lines } = await inTransaction(db, async (tx) =>
    prepareOrder(tx, company, await addPromoDiscount(tx, shop, save), new Date(), shop),
  );
  if (save.isZoneByAddress && zone === null && (await listDeliveryZones(db, company.id)).length > 0)
    throw invalidFields({ deliveryAddress: "По этому адресу мы не доставляем. Можно заказать самовывоз." });
  return { price, lines };
};

/** Counts a request of this kind from an IP address. Throws `TooMany` above the limit of `MAX_ATTEMPTS`. */
export const countAttempt = async (
  db: Db,
  { company }: Shop,
  kind: keyof typeof MAX_ATTEMPTS,
  address: string,
): Promise<void> => {
  const { rows } = await sql<{ count: number }>`
    with made as (insert into shop_attempt (company_id, kind, address)
        select ${company.id}::int, ${kind}::text, ${address}::text
        where (select count(*) from shop_attempt where company_id = ${company.id} and kind = ${kind}
          and address = ${address} and at > now() - make_interval(mins => ${WINDOW_MINUTES})) < ${MAX_ATTEMPTS[kind]} returning 1)
    select count(*)::int as count from made`.execute(db);
  if (rows[0]?.count !== 1)
    throw new TooMany("Слишком много попыток. Попробуйте через несколько минут.", WINDOW_MINUTES * 60);
};

/**
 * Returns the token of the order that was placed with a key, or undefined if there is no such order. Throws `KeyReused`
 * if that order had other fields.
 */
export const findGuestOrder = async (
  db: Db,
  { company }: Shop,
  key: string,
  requestHash: string,
): Promise<string | undefined> => {
  const row = await db
    .selectFrom("shop_order")
    .select(["token", "request_hash as requestHash"])
    .where("company_id", "=", company.id)
    .where("key", "=", key)
    .executeTakeFirst();
  if (row && row.requestHash !== requestHash) throw new KeyReused();
  return row?.token;
};

const checkUnconfirmed = async (tx: Db, companyId: number, phone: string): Promise<void> => {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from shop_order g join orders o on o.id = g.order_id and o.company_id = g.company_id
    where g.company_id = ${companyId} and g.phone = ${phone} and o.is_open and o.status_id = g.status_id`.execute(tx);
  if ((rows[0]?.count ?? 0) >= MAX_UNCONFIRMED)
    throw new Conflict("С этого номера уже есть два заказа, которые мы ещё не подтвердили. Дождитесь звонка.");
};

const isBlocked = async (tx: Db, { company }: Shop, phone: string): Promise<boolean> => {
  const today = businessDay(new Date(), company.zone);
  const { rows } = await sql<{ risk: string }>`select ${currentRiskSql(today)} as risk
    from customer k join customer c on c.id = coalesce(k.merged_into_id, k.id) and c.company_id = k.company_id
    where k.company_id = ${company.id} and k.phone = ${phone}`.execute(tx);
  return rows[0]?.risk === "blocked";
};

/**
 * Stores the order of a guest once per key and returns its token; an order of a blocked or suspicious guest is marked
 * for review. Throws:
 * - `NotFound` while the module is off,
 * - `KeyReused` if the key belongs to an order with other fields,
 * - `Invalid` for an unknown promo code,
 * - `Conflict` while the shop is closed, if two orders of the phone are unconfirmed, or for a different total,
 * - the errors of `createOrder`.
 */
export const placeGuestOrder = (db: Db, shop: Shop, order: GuestOrder): Promise<string> =>
  inTransaction(db, async (tx) => {
    const { company, statusId } = shop;
    const { key, requestHash, save, amount, isSuspicious } = order;
    const phone = normalizePhone(save.phone);
    if ((await lockPresence(tx, company.id)).includes("shop")) throw new NotFound("Такого магазина нет.");
    // Requests with the same key are serialised, so that only one of them stores the order. Orders with the same phone
    // number are serialised, so that simultaneous orders cannot exceed the limit of unconfirmed orders.
    for (const name of [`key ${key}`, `phone ${phone}`].sort())
      await sql`select pg_advisory_xact_lock(hashtextextended(${`shop ${company.id} ${name}`}, 0))`.execute(tx);
    const earlier = await findGuestOrder(tx, shop, key, requestHash);
    if (earlier !== undefined) return earlier;
    if (shop.closedReason !== undefined) throw new Conflict(shop.closedReason);
    await checkUnconfirmed(tx, company.id, phone);
    const isReview = isSuspicious || (await isBlocked(tx, shop, phone));
    const id = isReview ? "проверить" : hashOf(key).slice(0, 6);
    const source = { statusId, amount, isReview, externalSystem: { name: "Сайт", id, orderUrl: null } };
    const discounted = await addPromoDiscount(tx, shop, save);
    const orderId = await createOrder(tx, company, { userId: null }, discounted, source);
    const token = randomBytes(TOKEN_BYTES).toString("base64url");
    await sql`insert into shop_order (company_id, key, request_hash, token, order_id, phone, status_id, is_review)
      select ${company.id}, ${key}, ${requestHash}, ${token}, id, ${phone}, status_id, ${isReview}
      from orders where id = ${orderId} and company_id = ${company.id}`.execute(tx);
    return token;
  });

/**
 * Stage of a guest's order:
 * - `accepted`: the order has the status with which it was placed,
 * - `confirmed`: the status has changed,
 * - `cooking`: the kitchen has started a dish,
 * - `ready`: all dishes in the kitchen are ready,
 * - `onTheWay`: the delivery has started,
 * - `done`: the order is closed or delivered,
 * - `cancelled`: the order is cancelled.
 */
export type GuestStage = "accepted" | "confirmed" | "cooking" | "ready" | "onTheWay" | "done" | "cancelled";

/** Returns true if the stage is final. */
export const isStageOver = (stage: GuestStage): boolean => stage === "done" || stage === "cancelled";

/** Status of an order as its guest sees it. Amounts are in roubles. */
export interface GuestStatus {
  readonly orderId: number;
  readonly number: number;
  readonly amount: number;
  readonly stage: GuestStage;
  readonly isDelivery: boolean;
  /** True if the order was marked for review when it was placed. Stays true after the review. */
  readonly isReview: boolean;
  /** True if an employee has closed or cancelled the order, also while `stage` does not show it yet. */
  readonly isClosed: boolean;
  /** Part of the amount that completed payments do not cover. */
  readonly unpaid: number;
  /** Part of the amount that completed and pending payments do not cover. */
  readonly due: number;
  /** Number of payments that are no longer pending. */
  readonly settledCount: number;
  /** Unpaid invoice of the order, or null. */
  readonly invoice: { readonly paymentId: number; readonly url: string | null } | null;
  /** Token of the review page, or null if the guest cannot write a review. */
  readonly reviewToken: string | null;
}

/**
 * Reads the status of a guest's order by its token, without a status change that the employee can still undo (areas,
 * section 13, B6). Throws `NotFound` for an unknown token.
 */
export const readGuestStatus = async (db: Db, { company }: Shop, token: string): Promise<GuestStatus> => {
  const { rows } = await sql<GuestStatus>`
    select o.id as "orderId", o.internal_id as number, o.amount, g.is_review as "isReview", c.is_closed or c.is_cancel as "isClosed",
      o.amount - coalesce(p.paid, 0) as unpaid, o.amount - coalesce(p.taken, 0) as due, p.settled::int as "settledCount", p.invoice, o.delivery_address is not null as "isDelivery",
      ${reviewTokenSql(sql`o.company_id`, sql`o.id`)} as "reviewToken",
      case when s.is_cancel then 'cancelled'
        when s.is_closed or exists (select 1 from delivery_stop d where d.order_id = o.id and d.company_id = o.company_id and d.state = 'delivered') then 'done'
        when exists (select 1 from delivery_stop d where d.order_id = o.id and d.company_id = o.company_id and d.state = 'onTheWay') then 'onTheWay'
        when k.is_ready then 'ready' when k.is_started then 'cooking'
        when s.id <> g.status_id then 'confirmed' else 'accepted' end as stage
    from shop_order g join orders o on o.id = g.order_id and o.company_id = g.company_id
      left join status_undo undo on ${isUndoableSql}
      join order_status c on c.id = o.status_id join order_status s on s.id = coalesce(undo.status_id, o.status_id)
      left join lateral (select bool_and(state = 'ready') as is_ready, bool_or(state in ('cooking', 'ready')) as is_started
        from kitchen_line where company_id = o.company_id and order_id = o.id) k on true
      left join lateral (select sum(amount - refunded_amount) filter (where status = 'completed') as paid,
        sum(amount - refunded_amount) filter (where status <> 'rejected') as taken,
        count(*) filter (where status <> 'pending') as settled,
        (json_agg(json_build_object('paymentId', id, 'url', external_url) order by id)
          filter (where status = 'pending' and provider is not null)) -> 0 as invoice
        from payment where company_id = o.company_id and order_id = o.id) p on true
    where g.company_id = ${company.id} and g.token = ${token}`.execute(db);
  return requireRow(rows[0], "Такого заказа нет.");
};
