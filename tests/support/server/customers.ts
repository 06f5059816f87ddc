import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "#server/database/connection.ts";
import type { Complete } from "#server/services/shared/complete.ts";
import { givenOrder, pathOf, statusIds } from "./orders.ts";
import type { World } from "./testServer.ts";

type Card = Complete<Schemas["CustomerCard"]>;

/** Reads the card of a customer of company 1. */
export const readCard = async (world: World, id: number): Promise<Card> =>
  (await world.ask("getCustomerCard", { as: "operator", path: { id, companyId: 1 } })).json;

/**
 * Returns the id of the card with a phone number in company 1, even if this card was merged into another one. Throws if
 * there is no such card.
 */
export const cardIdOf = async (world: World, phone: string): Promise<number> => {
  const { id } = await world.db
    .selectFrom("customer")
    .select("id")
    .where("company_id", "=", 1)
    .where("phone", "=", phone)
    .executeTakeFirstOrThrow();
  return id;
};

/**
 * Creates a customer by an order, and saves fields of the customer's card. Returns the card. Throws if the server
 * refuses the save.
 */
export const givenCustomer = async (
  world: World,
  phone: string,
  save: Partial<Schemas["CustomerSave"]> = {},
  order: Partial<Schemas["OrderSave"]> = {},
): Promise<Card> => {
  await givenOrder(world, { phone, ...order }, "owner");
  const id = await cardIdOf(world, phone);
  const body = { alias: null, note: null, risk: "none" as const, riskReason: null, ...save };
  const { status, json, text } = await world.ask("updateCustomerCard", {
    as: "owner",
    path: { id, companyId: 1 },
    body,
  });
  if (status !== 200) throw new Error(`card refused: ${text}`);
  return json;
};

/** Merges a card into the card `intoId` as the manager. */
export const merge = (world: World, id: number, intoId: number, more: { seen?: number; as?: string } = {}) =>
  world.ask("mergeCustomer", { as: "manager", path: { id, companyId: 1 }, body: { intoId }, ...more });

/** Undoes the merge of a card as the manager. */
export const unmerge = (world: World, id: number, more: { seen?: number; as?: string } = {}) =>
  world.ask("unmergeCustomer", { as: "manager", path: { id, companyId: 1 }, ...more });

/** Closes or cancels an order as the owner. */
export const finishOrder = (world: World, order: { id: number }, status: "delivered" | "canceled" = "delivered") =>
  world.ask("changeOrderStatus", {
    as: "owner",
    path: pathOf(order),
    body: { orderStatusId: statusIds[status], orderStatusReason: "Проверка" },
  });

/** Returns the cards with figures that differ from the figures calculated from the raw orders. */
export const findWrongTotals = async (db: Db): Promise<readonly unknown[]> => {
  const { rows } = await sql`
    with raw as (
      select coalesce(m.merged_into_id, m.id) as id, count(o.id)::int as count, coalesce(sum(o.amount), 0) as total,
        min(o.date) as first, max(o.date) as last
      from customer m left join (orders o join order_status s on s.id = o.status_id and not s.is_cancel) on o.customer_id = m.id
      group by 1)
    select c.id, c.order_count, c.total_pay, c.last_order_date, raw.* from customer c join raw on raw.id = c.id
    where (c.order_count, c.total_pay, c.first_order_date, c.last_order_date)
      is distinct from (raw.count, raw.total, raw.first, raw.last)`.execute(db);
  return rows;
};
