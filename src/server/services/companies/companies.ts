import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { lockCompany, mainUserNameSql } from "../accounts/administrators.ts";
import { assignFile } from "../files/files.ts";
import { publicRoles } from "../roles/roles.ts";
import { setChangeAuthor } from "../shared/changeAuthor.ts";
import type { Complete } from "../shared/complete.ts";
import { Conflict, requireRow } from "../shared/domainErrors.ts";
import { checkVersion, parseName } from "../shared/versioning.ts";
import { addCompanyDefaults } from "./companyDefaults.ts";
import { checkTimeZone, checkWebSite } from "./companyRules.ts";
import { deleteInvitationsOf } from "./invitations.ts";

const MOST_COMPANIES = 100;

/**
 * Returns the SQL for the URL of a picture. `file` is the column with the id of the picture. The URL is null without a
 * picture.
 */
export const fileUrlSql = (file: string) => sql`'/api/File/' || ${sql.ref(file)}::text`;

/** Returns the companies of a user, with the permissions of the user in each company. */
export const listUserCompanies = async (db: Db, userId: number): Promise<Schemas["Company"][]> => {
  const { rows } = await sql<Schemas["Company"]>`
    select c.id, c.name, c.is_active as "isActive", ${fileUrlSql("c.logo_file_id")} as "logoUrl", c.time_zone as "timeZone",
      c.day_start as "dayStart", c.lead_minutes as "leadMinutes", c.company_group_id as "companyGroupId", r.permissions,
      c.modules_off as "modulesOff"
    from company_user m join company c on c.id = m.company_id join role r on r.id = m.role_id
    where m.user_id = ${userId} and not c.is_removed order by c.id`.execute(db);
  return rows;
};

/** Returns the companies of a user with the name of each company's main user. */
export const listCompanySummaries = async (db: Db, userId: number): Promise<Schemas["CompanyRow"][]> => {
  const { rows } = await sql<Schemas["CompanyRow"]>`
    select c.id, c.name, c.is_active as "isActive", ${mainUserNameSql} as "userName"
    from company_user p join company c on c.id = p.company_id
    where p.user_id = ${userId} and not c.is_removed order by c.id`.execute(db);
  return rows;
};

/** Reads a company. Throws `NotFound` for an unknown or removed company. */
export const readCompany = async (db: Db, companyId: number): Promise<Complete<Schemas["CompanyDetail"]>> => {
  const { rows } = await sql<Complete<Schemas["CompanyDetail"]>>`
    select id, name, ${fileUrlSql("logo_file_id")} as "logoUrl", phone, address, web_site as "webSite", work_time as "workTime",
      is_required_feedback as "isRequiredFeedback", is_active as "isActive", time_zone as "timeZone", day_start as "dayStart",
      lead_minutes as "leadMinutes", version
    from company where id = ${companyId} and not is_removed`.execute(db);
  return requireRow(rows[0], "Компания не найдена.");
};

/**
 * Trims a text and replaces an empty text by null. Returns undefined for undefined, so that the column keeps its value.
 */
const normalizeText = (text: string | null | undefined): string | null | undefined =>
  text === undefined ? undefined : text?.trim() || null;

/**
 * Validates the fields of a request and returns them as column values. A field that is missing in the request is
 * undefined, so its column stays unchanged. Throws `Invalid` for an invalid field.
 */
const columnsOf = async (tx: Db, save: Schemas["CompanyCreate"]) => {
  if (save.timeZone !== undefined) await checkTimeZone(tx, save.timeZone);
  if (save.webSite) checkWebSite(save.webSite);
  return {
    name: parseName(save.name),
    phone: normalizeText(save.phone),
    address: normalizeText(save.address),
    web_site: normalizeText(save.webSite),
    work_time: normalizeText(save.workTime),
    is_required_feedback: save.isRequiredFeedback,
    time_zone: save.timeZone,
    day_start: save.dayStart,
    lead_minutes: save.leadMinutes,
  };
};

const checkCompanyLimit = async (tx: Db, userId: number): Promise<void> => {
  const rows = await tx
    .selectFrom("company")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("main_user_id", "=", userId)
    .where("is_removed", "=", false)
    .execute();
  if ((rows[0]?.count ?? 0) >= MOST_COMPANIES) throw new Conflict(`Больше ${MOST_COMPANIES} компаний завести нельзя.`);
};

/**
 * Creates a company with its default records and returns its id. The user becomes administrator and main user of the
 * company. Throws `Conflict` if the user already is the main user of too many companies, and `Invalid` for invalid
 * fields.
 */
export const createCompany = async (tx: Db, userId: number, save: Schemas["CompanyCreate"]): Promise<number> => {
  await checkCompanyLimit(tx, userId);
  const { id } = await tx
    .insertInto("company")
    .values({ ...(await columnsOf(tx, save)), main_user_id: userId })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (save.newLogoId) await setLogo(tx, id, userId, save.newLogoId);
  await tx.insertInto("company_user").values({ company_id: id, user_id: userId, role_id: publicRoles[0].id }).execute();
  // The default records are added without an author, so that the audit log does not record them. The log of a new
  // company then begins with the company and its first user.
  await setChangeAuthor(tx, undefined);
  await addCompanyDefaults(tx, id);
  return id;
};

const setLogo = async (tx: Db, companyId: number, userId: number, fileId: string): Promise<void> => {
  await assignFile(tx, { fileId, companyId, userId, field: "newLogoId" });
  await tx.updateTable("company").set({ logo_file_id: fileId }).where("id", "=", companyId).execute();
};

/**
 * Updates a company. Throws `NotFound` for a removed company, `Stale` with the current company when the caller saw a
 * different version, and `Invalid` for invalid fields.
 */
export const updateCompany = async (
  tx: Db,
  target: { companyId: number; userId: number; seen: number | undefined },
  save: Schemas["CompanyUpdate"],
): Promise<void> => {
  const { companyId, userId, seen } = target;
  await lockCompany(tx, companyId);
  const current = await readCompany(tx, companyId);
  checkVersion(current, seen, "Компанию", "company");
  const columns = await columnsOf(tx, save);
  await tx
    .updateTable("company")
    .set({ ...columns, ...(save.isRemoveLogo && { logo_file_id: null }), version: current.version + 1 })
    .where("id", "=", companyId)
    .execute();
  if (save.newLogoId) await setLogo(tx, companyId, userId, save.newLogoId);
};

interface UnfinishedWork {
  orders: number;
  payments: number;
  refunds: number;
  transfers: number;
}

/**
 * Marks a company as removed and deletes its invitations and notifications; all other records are kept. Throws
 * `NotFound` for a removed company, and `Conflict` while the company has open orders, pending payments, pending refunds
 * or transfers under way.
 */
export const removeCompany = async (tx: Db, companyId: number): Promise<void> => {
  const present = await tx
    .selectFrom("company")
    .select("id")
    .where("id", "=", companyId)
    .where("is_removed", "=", false)
    .forUpdate()
    .execute();
  requireRow(present[0], "Компания уже удалена.");
  const { rows } = await sql<UnfinishedWork>`
    select (select count(*) from orders where company_id = ${companyId} and is_open)::int as orders,
      (select count(*) from payment where company_id = ${companyId} and status = 'pending')::int as payments,
      (select count(*) from payment_refund r join payment p on p.id = r.payment_id and p.company_id = r.company_id
        where p.company_id = ${companyId} and r.state = 'pending')::int as refunds,
      (select count(*) from transfer_list where state = 'sent'
        and (company_id = ${companyId} or to_company_id = ${companyId}))::int as transfers`.execute(tx);
  const { orders, payments, refunds, transfers } = rows[0] ?? { orders: 0, payments: 0, refunds: 0, transfers: 0 };
  if (orders > 0)
    throw new Conflict(`Удалить нельзя: в компании есть незакрытые заказы (${orders}). Сначала закройте их.`);
  if (payments > 0)
    throw new Conflict(
      `Удалить нельзя: в компании есть неподтверждённые оплаты (${payments}). Сначала подтвердите или отклоните их.`,
    );
  if (refunds > 0)
    throw new Conflict(`Удалить нельзя: в компании есть незавершённые возвраты (${refunds}). Сначала завершите их.`);
  if (transfers > 0)
    throw new Conflict(
      `Удалить нельзя: товары в пути между компаниями (${transfers}). Сначала примите или верните их.`,
    );
  await tx
    .updateTable("company")
    .set((eb) => ({ is_removed: true, version: eb("version", "+", 1) }))
    .where("id", "=", companyId)
    .execute();
  await deleteInvitationsOf(tx, companyId);
  await tx.deleteFrom("notification").where("company_id", "=", companyId).execute();
};
