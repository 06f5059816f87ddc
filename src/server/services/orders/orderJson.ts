import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import { customerNameSql } from "../customers/customerSql.ts";
import { reviewTokenSql } from "../feedback/reviewTokenSql.ts";
import { isUndoableSql } from "./undoableChange.ts";

/** SQL for the order `o` with its status `s` as a JSON object of the API. */
const orderObject = sql`json_build_object(
  'id', o.id, 'companyId', o.company_id, 'internalId', o.internal_id, 'version', o.version,
  'items', coalesce((
    select json_agg(json_build_object(
      'id', l.id, 'itemId', l.item_id, 'categoryId', l.category_id, 'categoryName', l.category_name, 'name', l.name,
      'price', trim_scale(l.price), 'count', l.count, 'amount', l.amount, 'discountValue', l.discount_value,
      'discountDescription', nullif(l.discount_description, ''), 'note', l.note, 'isRemoved', i.is_removed,
      'modificators', coalesce((
        select json_agg(json_build_object('id', m.id, 'modificatorId', m."modificatorId", 'modificatorName', m.name,
          'price', m.price, 'count', m.count, 'amount', m.amount))
        from jsonb_to_recordset(l.modificators)
          as m(id int, "modificatorId" int, name text, price numeric, count int, amount numeric)), '[]')
    ) order by l.position)
    from order_line l join item i on i.id = l.item_id where l.order_id = o.id and l.company_id = o.company_id), '[]'),
  'amount', o.amount, 'discountAmount', o.discount_amount, 'discountName', o.discount_name, 'discountId', o.discount_id,
  'isInHall', o.is_in_hall, 'deliveryZoneId', o.delivery_zone_id, 'deliveryPrice', o.delivery_price,
  'deliveryZoneName', (select name from delivery_zone where id = o.delivery_zone_id),
  'statusId', o.status_id, 'isClosed', s.is_closed, 'isEditable', s.is_editable and not s.is_closed,
  'isCanceled', s.is_cancel, 'date', o.date, 'creationDate', o.creation_date, 'promisedAt', o.promised_at, 'phone', o.phone, 'note', o.note,
  'externalNote', o.external_note, 'externalSystemInfo', o.external_system,
  'deliveryAddress', o.delivery_address, 'deliveryAddressBuilding', o.delivery_address_building,
  'deliveryAddressApartmentNumber', o.delivery_address_apartment_number,
  'deliveryAddressLevel', o.delivery_address_level, 'deliveryAddressEntrance', o.delivery_address_entrance,
  'deliveryPhone', o.delivery_phone, 'deliveryChange', o.delivery_change, 'persons', o.persons, 'tags', o.tags,
  'customerAlias', ${customerNameSql(sql`o.company_id`, sql`o.customer_id`)},
  'feedbackToken', ${reviewTokenSql(sql`o.company_id`, sql`o.id`)},
  'operatorPhoneCallId', o.operator_phone_call_id, 'operatorId', o.operator_id,
  'operatorAlias', (select alias from app_user where id = o.operator_id),
  'undoUntil', (select undo.until from status_undo undo where ${isUndoableSql}))`;

/** Returns an order as JSON text of the API, or undefined when the company has no such order. */
export const readOrderJson = async (db: Db, companyId: number, orderId: number): Promise<string | undefined> => {
  const { rows } = await sql<{ json: string }>`
    select ${orderObject}::text as json from orders o join order_status s on s.id = o.status_id
    where o.id = ${orderId} and o.company_id = ${companyId}`.execute(db);
  return rows[0]?.json;
};
