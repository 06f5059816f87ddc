import { sql } from "kysely";
import type { Db } from "../database/connection.ts";
import type { Schemas } from "./wire.ts";

/** Statuses of a company by their order; removed ones too, for old orders. */
export const listOrderStatuses = async (db: Db, companyId: number): Promise<Schemas["OrderStatus"][]> => {
  const { rows } = await sql<Schemas["OrderStatus"]>`
    select id, name, color, sort as "order", is_editable as "isEditable", is_closed as "isClosed", is_cancel as "isCancel",
      is_add_stock_operation as "isAddStockOperation", is_require_reason as "isRequireReason",
      is_technical as "isTechnical", is_removed as "isRemoved", custom_field as "customField"
    from order_status where company_id = ${companyId} order by sort, id`.execute(db);
  return rows;
};

/** Tags of a company by their order; removed ones too, for old orders. */
export const listTags = async (db: Db, companyId: number): Promise<Schemas["Tag"][]> => {
  const { rows } = await sql<Schemas["Tag"]>`
    select id, name, color, sort as "order", is_removed as "isRemoved"
    from tag where company_id = ${companyId} order by sort, id`.execute(db);
  return rows;
};

/** Discounts of a company by their order; removed ones too, for old orders. */
export const listDiscounts = async (db: Db, companyId: number): Promise<Schemas["Discount"][]> => {
  const { rows } = await sql<Schemas["Discount"]>`
    select id, name, type, value, sort as "order", is_removed as "isRemoved", detail
    from discount where company_id = ${companyId} order by sort, id`.execute(db);
  return rows;
};

/** Payment methods of a company by their order. */
export const listPaymentMethods = async (db: Db, companyId: number): Promise<Schemas["PaymentMethod"][]> => {
  const { rows } = await sql<Schemas["PaymentMethod"]>`
    select id, name, finance_source_id as "financeSourceId", external_payment_method_id as "externalPaymentMethodId",
      sort as "order", is_cash as "isCash"
    from payment_method where company_id = ${companyId} and not is_removed order by sort, id`.execute(db);
  return rows;
};

/** External payment methods of a company by name. */
export const listExternalPaymentMethods = async (
  db: Db,
  companyId: number,
): Promise<Schemas["ExternalPaymentMethod"][]> => {
  const { rows } = await sql<Schemas["ExternalPaymentMethod"]>`
    select id, name from external_payment_method where company_id = ${companyId} order by name, id`.execute(db);
  return rows;
};
