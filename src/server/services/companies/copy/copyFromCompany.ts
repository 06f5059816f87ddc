import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { permissionTitles } from "#domain/permissions.ts";
import type { Db } from "../../../database/connection.ts";
import { lockCompany } from "../../accounts/administrators.ts";
import { lockOwner } from "../../catalogue/catalogueScope.ts";
import { type CompanyScope, hasPermission } from "../../session/caller.ts";
import { Forbidden, invalidFields, requireRow } from "../../shared/domainErrors.ts";
import { copyPaymentMethods, copyStatuses, copyTags } from "./copyDirectories.ts";
import { copyDiscounts } from "./copyDiscounts.ts";
import type { CopyCount, Copying } from "./copying.ts";
import { copyMenu } from "./copyMenu.ts";
import { copySharedDishes } from "./copyShared.ts";

type Part = Schemas["CompanyCopyPart"];
type SourceCompany = Pick<CompanyScope, "permissions" | "groupId">;

/**
 * Functions that copy the parts, in the sequence in which they run. The menu precedes the discounts, because discounts
 * refer to dishes.
 */
const steps: readonly (readonly [Part, (copying: Copying) => Promise<readonly CopyCount[]>])[] = [
  ["orderStatuses", async (copying) => [await copyStatuses(copying)]],
  ["paymentMethods", async (copying) => [await copyPaymentMethods(copying)]],
  ["tags", async (copying) => [await copyTags(copying)]],
  ["menu", copyMenu],
  ["discounts", async (copying) => [await copyDiscounts(copying)]],
  // This step changes the stop list, which every transaction locks last. The step is therefore the last one.
  ["menu", copySharedDishes],
];

/** Reads the source company. Throws `NotFound` if the user does not belong to the source company. */
const readSource = async (tx: Db, userId: number, companyId: number): Promise<SourceCompany> => {
  const { rows } = await sql<SourceCompany>`
    select r.permissions, c.company_group_id as "groupId"
    from company_user m join role r on r.id = m.role_id join company c on c.id = m.company_id and not c.is_removed
    where m.user_id = ${userId} and m.company_id = ${companyId}`.execute(tx);
  return requireRow(rows[0], "Компания не найдена.");
};

const checkRights = (company: CompanyScope, source: SourceCompany, parts: readonly Part[]): void => {
  const hasMenu = parts.includes("menu");
  if (hasMenu && !hasPermission(company, "catalogue.edit"))
    throw new Forbidden(`У вас нет права «${permissionTitles["catalogue.edit"]}».`);
  const needed = hasMenu ? (["order.view", "catalogue.view"] as const) : (["order.view"] as const);
  const missing = needed.find((permission) => (source.permissions[permission] ?? 0) <= 0);
  if (missing) throw new Forbidden(`В выбранной компании у вас нет права «${permissionTitles[missing]}».`);
};

/**
 * Copies parts of a source company of the user into the target company `company`, except entries that exist there.
 * Throws:
 * - `NotFound` if the user does not belong to the source company,
 * - `Forbidden` for a missing permission in one of the companies,
 * - `Invalid` if both companies are the same,
 * - `Conflict` for too many entries of one kind.
 */
export const copyFromCompany = async (
  tx: Db,
  company: CompanyScope,
  userId: number,
  { fromCompanyId, parts }: Schemas["CompanyCopy"],
): Promise<Schemas["CompanyCopyReport"]> => {
  if (fromCompanyId === company.id) throw invalidFields({ fromCompanyId: "Выберите другую компанию." });
  const source = await readSource(tx, userId, fromCompanyId);
  checkRights(company, source, parts);
  const groupId = source.groupId === company.groupId ? source.groupId : null;
  if (groupId !== null) await lockOwner(tx, { companyId: null, companyGroupId: groupId });
  // Two simultaneous copies in opposite directions lock the companies in the same sequence (by id), so that they do not
  // deadlock.
  for (const id of [company.id, fromCompanyId].sort((one, other) => one - other)) await lockCompany(tx, id);
  const mayStop = hasPermission(company, "kitchen.cook");
  const copying: Copying = { tx, fromId: fromCompanyId, toId: company.id, groupId, userId, mayStop };
  const counts: CopyCount[] = [];
  for (const [part, copy] of steps) if (parts.includes(part)) counts.push(...(await copy(copying)));
  return { counts };
};
