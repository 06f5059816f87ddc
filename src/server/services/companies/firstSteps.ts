import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { requireRow } from "../shared/domainErrors.ts";
import { listMissingEntries } from "./setupTemplates.ts";

type StepName = Schemas["FirstStepName"];

const names: readonly StepName[] = ["menu", "statuses", "payment", "people", "printer", "order"];

/**
 * Returns the onboarding checklist ("first steps") of a company: the steps up to the first order, and whether each step
 * is completed. Until the first order, also returns the names that each setup template would add.
 */
export const readFirstSteps = async (db: Db, companyId: number): Promise<Schemas["FirstSteps"]> => {
  const { rows } = await sql<Record<StepName, boolean>>`select
    exists (select from item i where not i.is_removed and (i.company_id = ${companyId}
      or i.company_group_id = (select company_group_id from company where id = ${companyId}))) as menu,
    exists (select from order_status where company_id = ${companyId} and not is_removed) as statuses,
    exists (select from payment_method where company_id = ${companyId} and not is_removed) as payment,
    (select count(*) from company_user where company_id = ${companyId})
      + (select count(*) from company_invitation where company_id = ${companyId}) > 1 as people,
    exists (select from print_job where company_id = ${companyId} and status = 'printed') as printer,
    exists (select from orders where company_id = ${companyId}) as "order"`.execute(db);
  const done = requireRow(rows[0], "Компания не найдена.");
  return {
    steps: names.map((name) => ({ name, isDone: done[name] })),
    templates: done.order ? [] : await listMissingEntries(db, companyId),
  };
};
