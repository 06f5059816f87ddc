import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { roundMoney } from "#domain/money.ts";
import type { TableFormat } from "#domain/table.ts";
import type { Db } from "../../database/connection.ts";
import { isInScopeSql } from "../catalogue/catalogueScope.ts";
import { type WrittenTable, writeTable } from "../tables/writeTable.ts";
import { awaitedSql, onHandSql, reservedSql, type StockSelection } from "./stockList.ts";

type Row = Schemas["StockToOrderRow"];

/**
 * Returns the SQL for the stock items with an available quantity below their minimum, except hidden items. The
 * available quantity is the quantity on hand, minus the reserved quantity, plus the awaited quantity.
 */
const lowItemsSql = ({ companyId, scope }: StockSelection) => sql`(
  select i.*, i.count - i.reserved + i.awaited as available from (
    select t.id, t.title, t.unit, t.group_name, m.min_count, coalesce(m.order_up_to, m.min_count) as order_up_to,
      ${onHandSql(sql`${companyId}`, sql`t.id`)} as count, coalesce(r.count, 0) as reserved, coalesce(w.count, 0) as awaited
    from stock_minimum m join stock_item t on t.id = m.stock_item_id and not t.is_removed and ${isInScopeSql(scope, "t")}
    left join ${reservedSql(companyId)} r on r.stock_item_id = t.id
    left join ${awaitedSql(companyId)} w on w.stock_item_id = t.id
    where m.company_id = ${companyId} and m.min_count is not null
      and not exists (select 1 from hidden_stock_item h where h.company_id = ${companyId} and h.stock_item_id = t.id)) i
  where i.count - i.reserved + i.awaited < i.min_count)`;

/** Returns the stock items below their minimum with the quantities to order, sorted by supplier and title. */
export const listStockToOrder = async (db: Db, selection: StockSelection): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select i.id, i.title, i.unit, i.group_name as "groupName", i.count, i.reserved as "reservedCount",
      i.awaited as "awaitedCount", i.available as "availableCount", i.min_count as "minCount", i.order_up_to as "orderUpTo",
      case when u.name is not null then json_build_object('name', u.name, 'factor', trim_scale(u.factor)) end as pack,
      case when u.name is null then i.order_up_to - i.available else ceil((i.order_up_to - i.available) / u.factor) end
        as "orderCount",
      round(case when u.name is null then b.amount / b.count
        when u.name = b.pack_name and u.factor = b.pack_factor then b.amount / b.pack_count
        else b.amount / b.count * u.factor end, 5) as price,
      coalesce(b.vat, 0) as vat, s.id as "supplierId", s.name as "supplierName"
    from ${lowItemsSql(selection)} i
    left join lateral (
      select p.supplier_id, l.amount, l.count, l.vat, l.pack_name, l.pack_factor, l.pack_count
      from stock_cost_history k join stock_operation o on o.id = k.operation_id and o.company_id = k.company_id
      join packing_list_line l on l.id = o.packing_list_line_id and l.company_id = o.company_id join packing_list p on p.id = l.packing_list_id and p.company_id = l.company_id
      where k.company_id = ${selection.companyId} and k.stock_item_id = i.id and k.packing_list_id is not null
      order by k.date desc, k.document_order desc limit 1) b on true
    left join supplier s on s.id = b.supplier_id and s.is_active and not s.is_removed
    left join lateral (
      select u.name, u.factor from stock_item_pack u where u.stock_item_id = i.id
      order by lower(u.name) = lower(b.pack_name) desc nulls last, u.position limit 1) u on true
    order by s.name collate "und-x-icu" nulls last, s.id, i.title collate "und-x-icu", i.id`.execute(db);
  return rows;
};

/** Returns the number of stock items below their minimum. */
export const countStockToOrder = async (db: Db, selection: StockSelection): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${lowItemsSql(selection)} i`.execute(db);
  return rows[0]?.count ?? 0;
};

/** Creates a file with the stock items to order. */
export const exportStockToOrder = async (
  db: Db,
  selection: StockSelection,
  format: TableFormat,
): Promise<WrittenTable> => {
  const rows = await listStockToOrder(db, selection);
  return writeTable(
    {
      name: "Что заказать",
      head: ["Поставщик", "Товар", "Доступно", "Минимум", "Ед.", "Заказать", "Ед. заказа", "Цена", "Сумма"],
      rows: rows.map((row) => [
        row.supplierName,
        row.title,
        row.availableCount,
        row.minCount,
        row.unit,
        row.orderCount,
        row.pack?.name ?? row.unit,
        row.price,
        row.price === null ? null : roundMoney(row.orderCount * row.price),
      ]),
    },
    format,
  );
};
