import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { readCompany } from "../companies/companies.ts";
import { readOrderJson } from "../orders/orderJson.ts";
import { listUsedStockItems } from "../orders/orderStock.ts";
import { readPaymentsJson } from "../payments/paymentJson.ts";
import { requireRow } from "../shared/domainErrors.ts";
import { readJob } from "./jobs.ts";
import { readPrintInfo } from "./printInfo.ts";

/** Reads the data that the printed page of a print job shows. Throws `NotFound` for an unknown job. */
export const readPrintPaper = async (db: Db, companyId: number, jobId: number): Promise<Schemas["PrintPaper"]> => {
  const { rows } = await sql<{ paper: Schemas["PaperWidth"] | null; ticket: Schemas["KitchenTicket"] | null }>`
    select coalesce(q.paper, p.paper) as paper, j.ticket from print_job j left join printer p on p.id = j.printer_id
    left join print_duty d on d.id = j.duty_id and d.company_id = j.company_id left join printer q on q.id = d.printer_id
    where j.id = ${jobId} and j.company_id = ${companyId}`.execute(db);
  const { paper, ticket } = requireRow(rows[0], "Задание не найдено.");
  const job = await readJob(db, jobId, companyId);
  const order = requireRow(await readOrderJson(db, companyId, job.orderId), "Заказ не найден.");
  return {
    job,
    paper: paper ?? "80",
    ticket,
    order: JSON.parse(order),
    company: await readCompany(db, companyId),
    payments: job.kind === "preBill" ? JSON.parse(await readPaymentsJson(db, { id: job.orderId, companyId })) : [],
    stockItems: job.kind === "usedStockItems" ? await listUsedStockItems(db, { id: job.orderId, companyId }) : [],
    info: await readPrintInfo(db, companyId),
  };
};
