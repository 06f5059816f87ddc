import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import type { ModuleName } from "./moduleCatalogue.ts";

interface OpenWork {
  shifts: string[];
  trips: number;
  invoices: number;
  printers: string[];
  transfers: number;
  counts: string[];
}

const NO_WORK: OpenWork = { shifts: [], trips: 0, invoices: 0, printers: [], transfers: 0, counts: [] };

/**
 * Returns Russian sentences about the unfinished work of the modules, keyed by module. A module with unfinished work
 * cannot be switched off, because its users could not finish this work.
 */
export const readOpenWork = async (db: Db, companyId: number): Promise<Partial<Record<ModuleName, string>>> => {
  const { rows } = await sql<OpenWork>`select
      (select coalesce(array_agg(f.name order by f.name), '{}') from cash_shift s join finance_source f on f.id = s.source_id
        where s.company_id = ${companyId} and s.closed_at is null) as shifts,
      (select count(*) from delivery_trip where company_id = ${companyId} and state <> 'closed')::int as trips,
      (select count(*) from payment where company_id = ${companyId} and status = 'pending'
        and provider is not null)::int as invoices,
      (select coalesce(array_agg(distinct p.name order by p.name), '{}') from print_duty d join printer p on p.id = d.printer_id
        where d.company_id = ${companyId} and d.ended_at is null and d.lease_until > now()) as printers,
      (select count(*) from transfer_list where state = 'sent'
        and (company_id = ${companyId} or to_company_id = ${companyId}))::int as transfers,
      (select coalesce(array_agg(g.name order by g.name), '{}') from inventory i join inventory_group g on g.id = i.group_id
        where i.company_id = ${companyId} and i.state in ('counting', 'reviewing')) as counts`.execute(db);
  const { shifts, trips, invoices, printers, transfers, counts } = rows[0] ?? NO_WORK;
  const stock = [
    ...(transfers > 0
      ? [`Товары в пути между компаниями: ${transfers}. Сначала примите, верните или отзовите их.`]
      : []),
    ...(counts.length > 0
      ? [`Не закончены инвентаризации: ${counts.join(", ")}. Сначала проведите или отмените их.`]
      : []),
  ];
  return {
    ...(shifts.length > 0 && { cashShift: `Открыта смена: ${shifts.join(", ")}. Сначала закройте её.` }),
    ...(trips > 0 && { delivery: `Не закончены рейсы курьеров: ${trips}. Сначала закройте их.` }),
    ...(printers.length > 0 && { printing: `На дежурстве принтеры: ${printers.join(", ")}. Сначала снимите их.` }),
    ...(stock.length > 0 && { stock: stock.join(" ") }),
    ...(invoices > 0 && { externalPayment: `Ждут оплаты счета: ${invoices}. Дождитесь оплаты или отмените их.` }),
  };
};
