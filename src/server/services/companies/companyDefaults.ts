import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";

const statuses = [
  { name: "Новый", color: "blue" },
  { name: "Готовится", color: "orange", is_add_stock_operation: true },
  { name: "Готов", color: "olive", is_add_stock_operation: true, is_editable: false },
  { name: "Выполнен", color: "green", is_add_stock_operation: true, is_editable: false, is_closed: true },
  { name: "Отменён", color: "red", is_editable: false, is_closed: true, is_cancel: true, is_require_reason: true },
];

const methods = [
  { name: "Наличные", is_cash: true },
  { name: "Карта при получении", is_cash: false },
];

const external = [
  { name: "Учебный платёж", provider: "sandbox" },
  { name: "ЮKassa", provider: "yookassa" },
] as const;

/** Creates the default records of a company, so that it can take its first order: statuses, payment methods and a printer. */
export const addCompanyDefaults = async (tx: Db, companyId: number): Promise<void> => {
  await tx
    .insertInto("order_status")
    .values(
      statuses.map((status, index) => ({ ...status, company_id: companyId, sort: index + 1, custom_field: "{}" })),
    )
    .execute();
  await sql`
    with till as (insert into finance_source (company_id, name) values (${companyId}, 'Касса') returning id)
    insert into payment_method (company_id, name, finance_source_id, is_cash)
    select ${companyId}, m.name, till.id, m.is_cash
    from till, jsonb_to_recordset(${JSON.stringify(methods)}::jsonb) as m(name text, is_cash boolean)`.execute(tx);
  await tx
    .insertInto("external_payment_method")
    .values(external.map((method) => ({ ...method, company_id: companyId, settings: "{}" })))
    .execute();
  const kinds = ["preBill", "kitchen", "usedStockItems"];
  await tx.insertInto("printer").values({ company_id: companyId, name: "Принтер", kinds, paper: "80" }).execute();
};
