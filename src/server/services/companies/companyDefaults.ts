import type { Db } from "../../database/connection.ts";

/** Column values of the order statuses of a new company, from first to last. */
export const basicStatuses = {
  fresh: { name: "Новый", color: "blue" },
  cooking: { name: "Готовится", color: "orange", is_add_stock_operation: true },
  ready: { name: "Готов", color: "olive", is_add_stock_operation: true, is_editable: false },
  done: { name: "Выполнен", color: "green", is_add_stock_operation: true, is_editable: false, is_closed: true },
  cancelled: {
    name: "Отменён",
    color: "red",
    is_editable: false,
    is_closed: true,
    is_cancel: true,
    is_require_reason: true,
  },
} as const;

const methods = [
  { name: "Наличные", is_cash: true },
  { name: "Карта при получении", is_cash: false },
];

const external = [
  { name: "Учебный платёж", provider: "sandbox" },
  { name: "ЮKassa", provider: "yookassa" },
] as const;

/**
 * Creates the order statuses, the finance sources, the payment methods, the external payment methods and the printer
 * that a company has by default.
 */
export const addCompanyDefaults = async (tx: Db, companyId: number): Promise<void> => {
  await tx
    .insertInto("order_status")
    .values(
      Object.values(basicStatuses).map((status, index) => ({
        ...status,
        company_id: companyId,
        sort: index + 1,
        custom_field: "{}",
      })),
    )
    .execute();
  const sources = await tx
    .insertInto("finance_source")
    .values([
      { company_id: companyId, name: "Касса", kind: "cash" },
      { company_id: companyId, name: "Банк", kind: "bank" },
    ])
    .returning(["id", "kind"])
    .execute();
  const sourceOf = (isCash: boolean) => sources.find(({ kind }) => kind === (isCash ? "cash" : "bank"))?.id ?? null;
  await tx
    .insertInto("payment_method")
    .values(
      methods.map((method) => ({ ...method, company_id: companyId, finance_source_id: sourceOf(method.is_cash) })),
    )
    .execute();
  await tx
    .insertInto("external_payment_method")
    .values(external.map((method) => ({ ...method, company_id: companyId, settings: "{}" })))
    .execute();
  const kinds = ["preBill", "kitchen", "usedStockItems"];
  await tx.insertInto("printer").values({ company_id: companyId, name: "Принтер", kinds, paper: "80" }).execute();
};
