import { sql } from "kysely";
import type { Db } from "../database/connection.ts";
import { found } from "../problem.ts";
import type { Schemas } from "./wire.ts";

/** SQL: address of the picture `file`, or null. */
export const fileUrl = (file: string) => sql`'/api/File/' || ${sql.ref(file)}::text`;

/** Companies that a user has a part in, with what he holds in each. */
export const companiesOf = async (db: Db, userId: number): Promise<Schemas["Company"][]> => {
  const { rows } = await sql<Schemas["Company"]>`
    select c.id, c.name, c.is_active as "isActive", ${fileUrl("c.logo_file_id")} as "logoUrl", c.time_zone as "timeZone",
      c.day_start as "dayStart", c.company_group_id as "companyGroupId", r.permissions
    from company_user m join company c on c.id = m.company_id join role r on r.id = m.role_id
    where m.user_id = ${userId} order by c.id`.execute(db);
  return rows;
};

/** One company. */
export const readCompany = async (db: Db, companyId: number): Promise<Schemas["CompanyDetail"]> => {
  const { rows } = await sql<Schemas["CompanyDetail"]>`
    select id, name, ${fileUrl("logo_file_id")} as "logoUrl", phone, address, web_site as "webSite", work_time as "workTime",
      is_required_feedback as "isRequiredFeedback", is_active as "isActive", time_zone as "timeZone", day_start as "dayStart"
    from company where id = ${companyId}`.execute(db);
  return found(rows[0], "Компания не найдена.");
};
