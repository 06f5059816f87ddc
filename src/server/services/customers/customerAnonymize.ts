import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import type { CompanyScope } from "../session/caller.ts";
import { Conflict, invalidFields, requireRow } from "../shared/domainErrors.ts";
import { checkVersion, type VersionedId } from "../shared/versioning.ts";
import { anonymousPhoneSql, checkCardChangeable, readCustomerCard } from "./customerCards.ts";

interface Member {
  readonly id: number;
  readonly phone: string;
}

/** Returns SQL that is true if the order `o` belongs to the card or to a card that is merged into it. */
const isOfCard = (companyId: number, id: number) =>
  sql`o.customer_id in (select m.id from customer m
    where m.company_id = ${companyId} and (m.id = ${id} or m.merged_into_id = ${id}))`;

/**
 * Locks the orders of a customer and then the cards, each by ascending id, as an edit of an order does, so that no
 * deadlock is possible. The cards are locked exclusively, so new orders for their phones must wait. Returns the cards,
 * and throws `NotFound` for an unknown customer.
 */
const lockCustomer = async (tx: Db, companyId: number, id: number): Promise<readonly Member[]> => {
  await sql`select o.id from orders o where o.company_id = ${companyId} and ${isOfCard(companyId, id)} order by o.id for update`.execute(
    tx,
  );
  const rows = await tx
    .selectFrom("customer")
    .select(["id", "phone"])
    .where("company_id", "=", companyId)
    .where((eb) => eb.or({ id, merged_into_id: id }))
    .orderBy("id")
    .forUpdate()
    .execute();
  requireRow(
    rows.find((row) => row.id === id),
    "Клиент не найден.",
  );
  return rows;
};

/** New text of history entries that contained personal data. */
const REMOVED = "Обезличено";

const clearOrders = async (tx: Db, companyId: number, ids: readonly number[]): Promise<void> => {
  await sql`update order_history h set new_name = ${REMOVED} from orders o
    where o.id = h.order_id and o.company_id = h.company_id and o.company_id = ${companyId} and o.customer_id = any(${ids}::int[]) and (h.type_element = 'Delivery'
      or (h.type_element = 'Order' and h.type = 'Update' and h.new_name !~ '^(Время|Номер) '))`.execute(tx);
  await sql`update order_history h set new_name = regexp_replace(h.new_name, ', «[^»]*»', '') from orders o
    where o.id = h.order_id and o.company_id = h.company_id and o.company_id = ${companyId} and o.customer_id = any(${ids}::int[]) and h.type_element = 'Item' and h.new_name like '%«%'`.execute(
    tx,
  );
  await sql`update order_line l set note = null from orders o
    where o.id = l.order_id and o.company_id = l.company_id and o.company_id = ${companyId} and o.customer_id = any(${ids}::int[]) and l.note is not null`.execute(
    tx,
  );
  await sql`update print_job j set ticket = null from orders o
    where o.id = j.order_id and o.company_id = j.company_id and o.company_id = ${companyId} and o.customer_id = any(${ids}::int[]) and j.ticket is not null`.execute(
    tx,
  );
  await sql`delete from notification n using orders o
    where o.company_id = ${companyId} and o.customer_id = any(${ids}::int[]) and n.code = 'order' and n.data ->> 'orderId' = o.id::text`.execute(
    tx,
  );
  await tx
    .updateTable("orders")
    .set({ phone: "", note: null, external_note: null, delivery_phone: null, lat: null, lon: null })
    .set({ delivery_address: null, delivery_address_building: null, delivery_address_apartment_number: null })
    .set({ delivery_address_level: null, delivery_address_entrance: null })
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("company_id", "=", companyId)
    .where((eb) => eb("customer_id", "=", eb.fn.any(eb.val(ids))))
    .execute();
};

const clearCalls = async (tx: Db, companyId: number, phones: readonly string[]): Promise<void> => {
  await sql`delete from notification where company_id = ${companyId} and code = 'call'
    and data ->> 'number' = any(${phones}::text[])`.execute(tx);
  await tx
    .updateTable("operator_phone_call")
    .set({ number: "" })
    .where("company_id", "=", companyId)
    .where((eb) => eb("number", "=", eb.fn.any(eb.val(phones))))
    .execute();
  // Responses that are stored for retries may contain the customer's data. They are emptied but not deleted, so that a
  // retry is not executed again.
  await sql`update idempotency_key set answer = '{}' where company_id = ${companyId} and is_done
    and exists (select from unnest(${phones}::text[]) phone where position(phone in answer) > 0)`.execute(tx);
};

const clearCards = async (tx: Db, companyId: number, ids: readonly number[]): Promise<void> => {
  await tx
    .deleteFrom("customer_address")
    .where("company_id", "=", companyId)
    .where((eb) => eb("customer_id", "=", eb.fn.any(eb.val(ids))))
    .execute();
  await sql`update customer_merge set before = '{}', after = '{}'
    where company_id = ${companyId} and (from_id = any(${ids}::int[]) or into_id = any(${ids}::int[]))`.execute(tx);
  await sql`update customer c set phone = ${anonymousPhoneSql}, alias = null, note = null, birthday = null, risk = 'none',
      risk_reason = null, risk_until = null, risk_by = null, anonymized_at = now(), version = version + 1
    where c.company_id = ${companyId} and c.id = any(${ids}::int[])`.execute(tx);
};

/**
 * Removes the personal data of a customer from the cards, orders with history and print jobs, calls, notifications, and
 * responses stored for retries. Throws:
 * - `NotFound` for an unknown card,
 * - `Stale` if the caller saw a different version,
 * - `Conflict` for a merged or anonymised card, or while an order is open,
 * - `Invalid` if `phoneEnding` does not match the phone.
 */
export const anonymizeCustomer = async (
  tx: Db,
  company: CompanyScope,
  { id, seen }: VersionedId,
  { phoneEnding }: Schemas["CustomerAnonymization"],
): Promise<Schemas["CustomerCard"]> => {
  const members = await lockCustomer(tx, company.id, id);
  const card = await readCustomerCard(tx, company, id);
  checkVersion(card, seen);
  checkCardChangeable(card);
  if (!card.phone.endsWith(phoneEnding))
    throw invalidFields({ phoneEnding: "Это не последние четыре цифры номера клиента." });
  if (card.openOrderCount > 0)
    throw new Conflict("У клиента есть открытый заказ. Обезличить можно после его закрытия.");
  const ids = members.map((member) => member.id);
  await clearOrders(tx, company.id, ids);
  await clearCalls(
    tx,
    company.id,
    members.map(({ phone }) => phone),
  );
  await clearCards(tx, company.id, ids);
  return readCustomerCard(tx, company, id);
};
