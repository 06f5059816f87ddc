import { sql } from "kysely";
import type { Db } from "../database/connection.ts";
import { continueIds, insertMany } from "./bulk.ts";
import { createCustomers } from "./people.ts";
import { createChance } from "./random.ts";

const SEED = 20_261_122;
/** Number of customers added to those of the demo orders. Company 1 then has 300 customers and one merged card. */
const ADDED = 61;
/** Id of the first added customer. */
const FIRST = 401;
const DAY_MS = 86_400_000;

const MANAGER = 3;

const dayFrom = (now: Date, days: number): string => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** Risks of five added customers. The risk of the second customer ends after 30 days. */
const risksOf = (now: Date) => [
  { id: FIRST, risk: "blocked", reason: "Дважды не открыл дверь курьеру", until: null },
  { id: FIRST + 1, risk: "blocked", reason: "Оскорблял операторов", until: dayFrom(now, 30) },
  { id: FIRST + 2, risk: "attention", reason: "Просит пересчитать сдачу при курьере", until: null },
  { id: FIRST + 3, risk: "attention", reason: "Аллергия на орехи, уточнять состав", until: null },
  { id: FIRST + 4, risk: "attention", reason: "Часто меняет адрес после заказа", until: null },
];

/**
 * Counts the orders of all customers in one statement, and fills the search index of the customers. Counting each order
 * in a trigger would take seconds longer.
 */
export const countCustomerOrders = async (tx: Db): Promise<void> => {
  await sql`select recount_customers(array(select id from customer))`.execute(tx);
  await sql`select refresh_customer_search(id) from customer`.execute(tx);
};

/**
 * Moves one delivered order and its call from another customer to each added customer. The other customer loses the
 * latest order if that customer's id is divisible by three, otherwise the oldest order.
 */
const giveOrders = async (tx: Db): Promise<void> => {
  await sql`
    with former as (
      select id, operator_phone_call_id, row_number() over (order by customer_id) as n from (
        select distinct on (o.customer_id) o.id, o.customer_id, o.operator_phone_call_id from orders o
        join order_status s on s.id = o.status_id and s.is_closed and not s.is_cancel
        where o.company_id = 1 and o.delivery_address is not null
        order by o.customer_id, extract(epoch from o.date) * case when o.customer_id % 3 = 0 then -1 else 1 end) chosen),
    given as (
      select former.*, c.id as customer_id, c.phone from former join customer c on c.id = ${FIRST - 1} + former.n and c.id < ${FIRST + ADDED}),
    called as (
      update operator_phone_call k set number = given.phone from given where k.id = given.operator_phone_call_id)
    update orders o set customer_id = given.customer_id, phone = given.phone from given where o.id = given.id`.execute(
    tx,
  );
};

/**
 * Makes two customers look like the same person: their names consist of the same words in a different sequence, and
 * they share an address.
 */
const addDuplicate = async (tx: Db, [one, other]: readonly [number, number]): Promise<void> => {
  await sql`update customer set alias = 'Мария Кузнецова' where id = ${one}`.execute(tx);
  await sql`update customer set alias = 'Кузнецова Мария' where id = ${other}`.execute(tx);
  await sql`update orders set delivery_address = 'ул. Садовая', delivery_address_building = '12', delivery_address_apartment_number = '40',
      delivery_address_level = '7', delivery_address_entrance = '2' where customer_id in (${one}, ${other})`.execute(
    tx,
  );
};

/** Merges one card into another as the manager. */
const addMerge = async (tx: Db, [from, into]: readonly [number, number]): Promise<void> => {
  const fields = sql`jsonb_build_object('alias', alias, 'note', note, 'birthday', birthday, 'risk', risk, 'risk_reason', risk_reason,
    'risk_until', risk_until, 'risk_by', risk_by)`;
  await sql`insert into customer_merge (company_id, from_id, into_id, before, after, merged_by)
    select 1, ${from}::int, ${into}::int, ${fields}, ${fields}, ${MANAGER}::int from customer where id = ${into}`.execute(
    tx,
  );
  await sql`update customer set merged_into_id = ${into} where id = ${from}`.execute(tx);
};

/**
 * Adds customers to company 1, so that it has 300 customers. Some customers have risks, birthdays, notes, saved
 * addresses or a duplicate (areas, section 14).
 */
export const fillDemoCustomers = async (tx: Db, now: Date): Promise<void> => {
  const people = createCustomers(createChance(SEED)).slice(0, ADDED);
  const rows = people.map(({ alias }, index) => ({
    id: FIRST + index,
    company_id: 1,
    phone: `+7937${String(2_000_000 + index * 7919).padStart(7, "0")}`,
    alias,
  }));
  await insertMany(tx, "customer", rows);
  await continueIds(tx, "customer");
  await giveOrders(tx);
  for (const { id, risk, reason, until } of risksOf(now))
    await sql`update customer set risk = ${risk}, risk_reason = ${reason}, risk_until = ${until}::date, risk_by = ${MANAGER}
      where id = ${id}`.execute(tx);
  await addDuplicate(tx, [FIRST + 5, FIRST + 6]);
  await addMerge(tx, [FIRST + 20, FIRST + 21]);
  // Every fourth customer gets a birthday. The birthdays are spread over the year that starts today.
  await sql`update customer set birthday = make_date(1960 + id % 45, extract(month from d)::int, extract(day from d)::int)
    from (select id as key, ${dayFrom(now, 0)}::date + id / 4 * 3 % 360 as d from customer where company_id = 1 and id % 4 = 0) given
    where customer.id = given.key and not (extract(month from d) = 2 and extract(day from d) = 29)`.execute(tx);
  await sql`insert into customer_address (company_id, customer_id, delivery_address, delivery_address_building, delivery_address_entrance, is_default)
    select 1, id, 'пр. Мира', (id % 60 + 1)::text, (id % 4 + 1)::text, true from customer
    where company_id = 1 and id between ${FIRST + 7} and ${FIRST + 16}`.execute(tx);
  await sql`update customer set note = 'Офис: пропуск на охране, просит приборы' where id between ${FIRST + 7} and ${FIRST + 9}`.execute(
    tx,
  );
};
