import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { formatMoney, roundMoney } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import { tellWatchers } from "../notifications/notifications.ts";
import { type Caller, type CompanyScope, holds } from "../session/caller.ts";
import { Conflict, Forbidden } from "../shared/domainErrors.ts";
import { readOrderContext } from "./orderContext.ts";
import { namedBy } from "./orderCreate.ts";
import { changesBetween, type StoredFields } from "./orderDiff.ts";
import { checkDiscountLimit, checkMayDiscount, chosenDiscount, keptPrice, priceLines } from "./orderDiscount.ts";
import { checkReferences, costOf, lineRows, type OrderFields, orderFields } from "./orderDraft.ts";
import { recordHistory } from "./orderHistory.ts";
import { draftLines } from "./orderLines.ts";
import { type LockedOrder, lockOrder, readPaid } from "./orderLock.ts";
import { readLines, replaceLines } from "./orderRows.ts";
import { releaseStock, reserveStock } from "./orderStock.ts";

const checkMayEdit = (order: LockedOrder, company: CompanyScope, caller: Caller): void => {
  if (order.status.isClosed) throw new Conflict("Заказ закрыт, изменить его нельзя.");
  if (!order.status.isEditable) throw new Conflict(`В статусе «${order.status.name}» заказ изменить нельзя.`);
  if (order.operatorId !== caller.userId && !holds(company, "order.editForeign"))
    throw new Forbidden("У вас нет права изменять заказы других сотрудников.");
};

const readStored = async (tx: Db, orderId: number): Promise<StoredFields> => {
  const { rows } = await sql<StoredFields>`
    select date, creation_date, phone, note, delivery_address, delivery_address_building, delivery_address_apartment_number,
      delivery_address_level, delivery_address_entrance, delivery_phone, delivery_change, persons, tags, discount_id,
      discount_name, discount_amount, operator_phone_call_id,
      coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name)) from tag t where t.id = any(o.tags)), '[]')
        as known_tags
    from orders o where id = ${orderId}`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error("a locked order is there");
  return row;
};

const checkPaid = (taken: number, amount: number): void => {
  if (amount < taken)
    throw new Conflict(
      `По заказу уже принято ${formatMoney(taken)}, а новая сумма — ${formatMoney(amount)} Сначала верните ${formatMoney(roundMoney(taken - amount))}`,
    );
};

/** What a save leaves out and no operator means to erase: the due time and the call that the order came by. */
const withKept = (save: Schemas["OrderSave"], stored: StoredFields): Schemas["OrderSave"] => ({
  ...save,
  date: save.date === undefined ? stored.date.toISOString() : save.date,
  operatorPhoneCallId:
    save.operatorPhoneCallId === undefined ? stored.operator_phone_call_id : save.operatorPhoneCallId,
});

interface Saved {
  readonly fields: OrderFields;
  readonly discountName: string | null;
  readonly discountAmount: number;
  readonly amount: number;
  readonly cost: number;
}

const updateOrder = async (tx: Db, order: LockedOrder, saved: Saved): Promise<void> => {
  const { fields } = saved;
  await sql`
    with buyer as (
      insert into customer (company_id, phone) values (${order.companyId}, ${fields.phone})
      on conflict (company_id, phone) do update set phone = excluded.phone returning id)
    update orders o set version = o.version + 1, customer_id = b.id, date = f.date, phone = f.phone, note = f.note,
      delivery_address = f.delivery_address, delivery_address_building = f.delivery_address_building,
      delivery_address_apartment_number = f.delivery_address_apartment_number,
      delivery_address_level = f.delivery_address_level, delivery_address_entrance = f.delivery_address_entrance,
      delivery_phone = f.delivery_phone, delivery_change = f.delivery_change, persons = f.persons,
      tags = ${fields.tags}::int[], discount_id = f.discount_id, discount_name = ${saved.discountName},
      discount_amount = ${saved.discountAmount}, amount = ${saved.amount}, cost = ${saved.cost},
      operator_phone_call_id = f.operator_phone_call_id
    from buyer b, jsonb_populate_record(null::orders, ${JSON.stringify({ ...fields, tags: [] })}::jsonb) f
    where o.id = ${order.id}`.execute(tx);
};

/** Saves an edited order; what the operator left alone keeps its price, and the amount never falls below what is paid. */
export const editOrder = async (
  tx: Db,
  company: CompanyScope,
  caller: Caller,
  target: { orderId: number; seen: number | undefined },
  save: Schemas["OrderSave"],
): Promise<void> => {
  const order = await lockOrder(tx, company.id, target.orderId, target.seen);
  checkMayEdit(order, company, caller);
  const stored = await readStored(tx, order.id);
  const before = await readLines(tx, order.id);
  const whole = withKept(save, stored);
  const fields = orderFields(whole, new Date());
  const context = await readOrderContext(tx, company.id, namedBy(whole));
  checkReferences(
    fields,
    context,
    stored.known_tags.map(({ id }) => id),
  );
  const lines = draftLines(save.items, before, context);
  const discount = chosenDiscount(context, fields.discount_id, stored.discount_id);
  const was = { lineCount: before.length, amount: order.amount, discountAmount: stored.discount_amount };
  const kept = fields.discount_id === stored.discount_id ? keptPrice(lines, was) : undefined;
  const price = kept ?? priceLines(lines, discount);
  if (discount && discount.id !== stored.discount_id) checkMayDiscount(company, price);
  else checkDiscountLimit(company, price, was);
  checkPaid((await readPaid(tx, order.id)).taken, price.amount);
  await updateOrder(tx, order, {
    fields,
    discountName: kept ? stored.discount_name : (discount?.name ?? null),
    discountAmount: price.discountAmount,
    amount: price.amount,
    cost: costOf(lines),
  });
  await replaceLines(tx, order, JSON.stringify(lineRows(lines, price)));
  // A cancelled order takes nothing, whatever its status says of stock.
  if (order.status.isAddStockOperation && !order.status.isCancel) {
    await releaseStock(tx, order.id);
    await reserveStock(tx, company.id, order.id, caller.userId);
  }
  const changes = changesBetween(stored, before, fields, lines, { context, timeZone: company.zone.timeZone });
  await recordHistory(tx, order.id, caller.userId, changes);
  if (changes.length > 0)
    await tellWatchers(tx, {
      orderId: order.id,
      byUserId: caller.userId,
      title: `Заказ № ${order.internalId} изменён`,
      message: `${caller.alias}: сумма ${formatMoney(price.amount)}`,
    });
};
