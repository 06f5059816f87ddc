import { sql } from "kysely";
import type { Zone } from "#domain/dates.ts";
import type { Db } from "../../database/connection.ts";
import type { ModuleName } from "../modules/moduleCatalogue.ts";
import { PermissionMissing } from "../shared/domainErrors.ts";

/**
 * Permission values, keyed by permission name. The value of a flag is 1 if it is granted, and the value of a limit is
 * the limit itself.
 */
type Permissions = Readonly<Record<string, number>>;

/** Company in the path of a request, with the caller's permissions in it. */
export interface CompanyScope {
  readonly id: number;
  readonly zone: Zone;
  /** Time from the save of an order that is due now until its promised time, minutes. */
  readonly leadMinutes: number;
  readonly permissions: Permissions;
  /** Id of the company group that shares its catalogue with the company. */
  readonly groupId: number | null;
  /** Names of the modules that are off. */
  readonly modulesOff: readonly string[];
}

/** User who sends a request. */
export interface Caller {
  readonly userId: number;
  readonly sessionId: string;
  readonly alias: string;
  readonly roles: string;
  /** True if the user may create companies. */
  readonly canCreateCompany: boolean;
}

/**
 * Caller, and the company in the path of the request. The company is undefined if the path contains none or the caller
 * does not belong to it.
 */
export interface CallerInCompany {
  readonly caller: Caller;
  readonly company: CompanyScope | undefined;
}

interface Row {
  userId: number;
  alias: string;
  roles: string;
  canCreateCompany: boolean;
  companyId: number | null;
  groupId: number | null;
  permissions: Permissions | null;
  timeZone: string;
  dayStart: string;
  leadMinutes: number;
  modulesOff: string[];
}

const companyOf = (row: Row): CompanyScope | undefined =>
  row.companyId === null || row.permissions === null
    ? undefined
    : {
        id: row.companyId,
        permissions: row.permissions,
        zone: { timeZone: row.timeZone, dayStart: row.dayStart },
        leadMinutes: row.leadMinutes,
        groupId: row.groupId,
        modulesOff: row.modulesOff,
      };

/** SQL condition: the user `u` may create companies. Always true for a global administrator. */
export const canCreateCompanySql = sql<boolean>`(u.can_create_company or u.roles = 'Admin')`;

/**
 * Reads the user of an active session and the company of the request in one query. Returns undefined when the session
 * has ended or the user is blocked.
 */
export const readCaller = async (
  db: Db,
  sessionId: string,
  companyId: number | undefined,
): Promise<CallerInCompany | undefined> => {
  const { rows } = await sql<Row>`
    select u.id as "userId", u.alias, u.roles, ${canCreateCompanySql} as "canCreateCompany", c.id as "companyId", c.company_group_id as "groupId", r.permissions,
      c.time_zone as "timeZone", c.day_start as "dayStart", c.lead_minutes as "leadMinutes", c.modules_off as "modulesOff"
    from session s
    join app_user u on u.id = s.user_id and u.is_active
    left join company_user m on m.user_id = u.id and m.company_id = ${companyId ?? 0}::int
    left join role r on r.id = m.role_id
    left join company c on c.id = m.company_id and not c.is_removed
    where s.id = ${sessionId}::uuid and s.revoked_at is null and s.expires_at > now()`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  const { userId, alias, roles, canCreateCompany } = row;
  return { caller: { userId, sessionId, alias, roles, canCreateCompany }, company: companyOf(row) };
};

/** Returns true if the module is on in the company. */
export const hasModule = ({ modulesOff }: CompanyScope, module: ModuleName): boolean => !modulesOff.includes(module);

/** Returns true if the caller has the permission in the company, or if a manager has granted it for this request. */
export const hasPermission = (company: CompanyScope, permission: string): boolean =>
  (company.permissions[permission] ?? 0) > 0;

/**
 * Throws `PermissionMissing` with the message if the caller lacks the permission. In an overridable operation, a
 * manager may then allow the request, and a retry of the request passes this check.
 */
export const requirePermission = (company: CompanyScope, permission: string, message: string): void => {
  if (!hasPermission(company, permission)) throw new PermissionMissing(message, { [permission]: 1 });
};
