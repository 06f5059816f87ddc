import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { formatMoney } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import { tellOfNewOrder } from "../notifications/notifications.ts";
import type { Caller, CompanyScope } from "../session/caller.ts";
import { Conflict } from "../shared/domainErrors.ts";
import { dayAt } from "../shared/today.ts";
import { type OrderContext, readOrderContext } from "./orderContext.ts";
import { checkMayDiscount, chosenDiscount, priceLines } from "./orderDiscount.ts";
import { checkReferences, costOf, lineRows, orderFields } from "./orderDraft.ts";
import { type HistoryEntry, insertHistory } from "./orderHistory.ts";
import { type DraftLine, draftLines } from "./orderLines.ts";
import { writeLines } from "./orderRows.ts";
import { reserveStock } from "./orderStock.ts";

/** The ids that a save names, for reading them in one go. */
export const namedBy = (save: Schemas["OrderSave"]) => ({
  itemIds: save.items.map(({ itemId }) => itemId),
  categoryIds: save.items.map(({ categoryId }) => categoryId),
  tagIds: [...new Set(save.tags ?? [])],
  discountId: save.discountId ?? null,
  callId: save.operatorPhoneCallId ?? null,
});

const firstEntries = (lines: readonly DraftLine[], context: OrderContext, amount: number): HistoryEntry[] => [
  { typeElement: "Order", type: "Add", newName: `Заказ на ${formatMoney(amount)}` },
  ...lines.map(
    ({ name, count }): HistoryEntry => ({ typeElement: "Item", type: "Add", newName: `${name} × ${count}` }),
  ),
  ...context.tags.map(({ name }): HistoryEntry => ({ typeElement: "Tag", type: "Add", newName: name })),
  ...(context.discount
    ? [{ typeElement: "Discount", type: "Add", newName: context.discount.name } satisfies HistoryEntry]
    : []),
];

/** Who numbers orders waits here in a line: at the counter's row each end would wake all that wait. */
const NUMBERS = 20_261_123;

/** Takes a new order and answers its id. Its number within the business day comes from a counter row that is locked until the end. */
export const createOrder = async (
  tx: Db,
  company: CompanyScope,
  caller: Caller,
  save: Schemas["OrderSave"],
): Promise<number> => {
  const now = new Date();
  const fields = orderFields(save, now);
  const context = await readOrderContext(tx, company.id, namedBy(save));
  checkReferences(fields, context, []);
  const status = context.firstStatus;
  if (!status) throw new Conflict("В компании нет ни одного статуса, с которого начинается заказ.");
  const lines = draftLines(save.items, [], context);
  const discount = chosenDiscount(context, fields.discount_id, null);
  const price = priceLines(lines, discount);
  if (discount) checkMayDiscount(company, price);
  const rows = JSON.stringify(lineRows(lines, price));
  const { rows: ids } = await sql<{ id: number }>`
    with known as (select id from customer where company_id = ${company.id} and phone = ${fields.phone}),
    met as (
      insert into customer (company_id, phone)
      select ${company.id}, ${fields.phone} where not exists (select from known)
      on conflict (company_id, phone) do update set phone = excluded.phone returning id),
    numbered as (
      insert into order_day (company_id, day, last_internal_id)
      select ${company.id}, ${dayAt(now, company.zone).day}::date, 1 from pg_advisory_xact_lock(${NUMBERS}, ${company.id})
      on conflict (company_id, day) do update set last_internal_id = order_day.last_internal_id + 1
      returning day, last_internal_id),
    o as (
      insert into orders (company_id, day, internal_id, date, creation_date, status_id, is_open, customer_id, phone, note,
        delivery_address, delivery_address_building, delivery_address_apartment_number, delivery_address_level,
        delivery_address_entrance, delivery_phone, delivery_change, persons, tags, discount_id, discount_name,
        discount_amount, amount, cost, operator_id, operator_phone_call_id)
      select ${company.id}, n.day, n.last_internal_id, f.date, ${now}::timestamptz, ${status.id}, true, b.id, f.phone, f.note,
        f.delivery_address, f.delivery_address_building, f.delivery_address_apartment_number, f.delivery_address_level,
        f.delivery_address_entrance, f.delivery_phone, f.delivery_change, f.persons, ${fields.tags}::int[], f.discount_id,
        ${discount?.name ?? null}, ${price.discountAmount}, ${price.amount}, ${costOf(lines)}, ${caller.userId},
        f.operator_phone_call_id
      from numbered n, (table known union all table met) b, jsonb_populate_record(null::orders, ${JSON.stringify({ ...fields, tags: [] })}::jsonb) f
      returning id, company_id, internal_id, date, delivery_address, delivery_address_building),
    lines as (${writeLines({ companyId: company.id, id: sql`(select id from o)`, date: sql`(select date from o)` }, rows)}),
    remembered as (${insertHistory(sql`(select id from o)`, caller.userId, firstEntries(lines, context, price.amount))}),
    told as (${tellOfNewOrder(sql`o`, caller.userId, formatMoney(price.amount))})
    select id from o`.execute(tx);
  const id = ids[0]?.id;
  if (id === undefined) throw new Error("an inserted order answers its id");
  if (status.isAddStockOperation) await reserveStock(tx, company.id, id, caller.userId);
  return id;
};
