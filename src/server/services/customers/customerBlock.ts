import { sql } from "kysely";
import { businessDay } from "#domain/dates.ts";
import type { Db } from "../../database/connection.ts";
import { type CompanyScope, hasPermission, requirePermission } from "../session/caller.ts";
import { currentRiskSql } from "./customerSql.ts";

/** Permission to save an order of a blocked customer. */
const OVERRIDING = "override.grant";

/**
 * Throws `PermissionMissing` if the customer is blocked today and the caller may not override the block. For a merged
 * card, the risk of the surviving card is checked.
 */
export const checkCustomerNotBlocked = async (tx: Db, company: CompanyScope, customerId: number): Promise<void> => {
  if (hasPermission(company, OVERRIDING)) return;
  const today = businessDay(new Date(), company.zone);
  const { rows } = await sql<{ risk: string; reason: string | null }>`
    select ${currentRiskSql(today)} as risk, c.risk_reason as reason
    from customer k join customer c on c.id = coalesce(k.merged_into_id, k.id) and c.company_id = k.company_id
    where k.id = ${customerId} and k.company_id = ${company.id}`.execute(tx);
  if (rows[0]?.risk === "blocked")
    requirePermission(
      company,
      OVERRIDING,
      `Клиента просили не обслуживать: ${rows[0].reason ?? "причина не указана"}. Заказ может разрешить менеджер.`,
    );
};
