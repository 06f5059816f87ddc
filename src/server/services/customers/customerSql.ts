import { type RawBuilder, sql } from "kysely";
import type { Day } from "#domain/dates.ts";

/** Returns the SQL for the risk of the card `c` on a business day. A risk ends after its last day. */
export const currentRiskSql = (today: Day) =>
  sql<"none" | "attention" | "blocked">`case when c.risk_until < ${today}::date then 'none' else c.risk end`;

/** SQL for the ids of the card `c` and of the cards that are merged into it. */
export const cardIdsSql = sql`(select m.id from customer m
  where m.company_id = c.company_id and (m.id = c.id or m.merged_into_id = c.id))`;

/**
 * Returns the SQL for the name of the company's customer with this id. For a merged card, it is the name of the
 * surviving card if that card has a name.
 */
export const customerNameSql = (companyId: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
  sql`(select coalesce(into_card.alias, card.alias) from customer card
    left join customer into_card on into_card.id = card.merged_into_id and into_card.company_id = card.company_id
    where card.company_id = ${companyId} and card.id = ${id})`;

/** Returns the SQL for the name of the company's customer with this phone number. */
export const nameOfPhoneSql = (companyId: RawBuilder<unknown>, phone: RawBuilder<unknown>) =>
  customerNameSql(
    companyId,
    sql`(select known.id from customer known where known.company_id = ${companyId} and known.phone = ${phone})`,
  );

/** Number of the customer's latest orders that supply addresses for the list. */
const ADDRESS_ORDERS = 500;
const MOST_ADDRESSES = 20;

/**
 * SQL for the addresses of the card `c` as a JSON array: the default address, other saved addresses, then the addresses
 * of the latest 500 orders. At most 20 addresses are listed.
 */
export const customerAddressesSql = sql`coalesce((
  select json_agg(json_build_object('deliveryAddress', a.street, 'deliveryAddressBuilding', a.building,
    'deliveryAddressApartmentNumber', a.apartment, 'deliveryAddressLevel', a.level, 'deliveryAddressEntrance', a.entrance,
    'isKept', a.is_kept, 'isDefault', a.is_default) order by a.is_default desc, a.is_kept desc, a.latest desc nulls last)
  from (
    select street, building, apartment, level, entrance, bool_or(kept) as is_kept,
      bool_or(chosen) as is_default, max(date) as latest
    from (
      select delivery_address as street, delivery_address_building as building, delivery_address_apartment_number as apartment,
        delivery_address_level as level, delivery_address_entrance as entrance, true as kept,
        is_default and (customer_id = c.id or not exists (select from customer_address
          where company_id = c.company_id and customer_id = c.id and is_default)) as chosen,
        null::timestamptz as date
      from customer_address where company_id = c.company_id and customer_id in ${cardIdsSql}
      union all (
        select delivery_address, delivery_address_building, delivery_address_apartment_number, delivery_address_level,
          delivery_address_entrance, false, false, date
        from orders where company_id = c.company_id and customer_id in ${cardIdsSql} and delivery_address is not null
        order by date desc limit ${sql.lit(ADDRESS_ORDERS)})) every
    group by 1, 2, 3, 4, 5 order by 7 desc, 6 desc, 8 desc nulls last limit ${sql.lit(MOST_ADDRESSES)}) a), '[]'::json)`;
