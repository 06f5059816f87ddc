import { sql } from "kysely";
import type { Zone } from "#domain/dates.ts";
import type { Db } from "../../database/connection.ts";
import { nothing, type Reach, reachOfCompany } from "../catalogue/catalogueScope.ts";

/** Permission to value; 1 stands for yes. */
type Permissions = Readonly<Record<string, number>>;

/** The company that a call is about, with what the caller holds in it. */
export interface CompanyScope {
  readonly id: number;
  readonly zone: Zone;
  readonly permissions: Permissions;
  /** The group that the company shares a catalogue with. */
  readonly groupId: number | null;
}

/** Who makes a call. */
export interface Caller {
  readonly userId: number;
  readonly sessionId: string;
  readonly alias: string;
  readonly roles: string;
  /** The company of the path, when there is one and the caller has a part in it. */
  readonly company: CompanyScope | undefined;
  /** Whose catalogue the call is about. */
  readonly reach: Reach;
}

interface Row {
  userId: number;
  alias: string;
  roles: string;
  companyId: number | null;
  groupId: number | null;
  permissions: Permissions | null;
  timeZone: string;
  dayStart: string;
}

const scopeOf = (row: Row): CompanyScope | undefined =>
  row.companyId === null || row.permissions === null
    ? undefined
    : {
        id: row.companyId,
        permissions: row.permissions,
        zone: { timeZone: row.timeZone, dayStart: row.dayStart },
        groupId: row.groupId,
      };

/** The owner of a live session with his part in a company, in one query; undefined when the session is over. */
export const readCaller = async (
  db: Db,
  sessionId: string,
  companyId: number | undefined,
): Promise<Caller | undefined> => {
  const { rows } = await sql<Row>`
    select u.id as "userId", u.alias, u.roles, c.id as "companyId", c.company_group_id as "groupId", r.permissions,
      c.time_zone as "timeZone", c.day_start as "dayStart"
    from session s
    join app_user u on u.id = s.user_id and u.is_active
    left join company_user m on m.user_id = u.id and m.company_id = ${companyId ?? 0}::int
    left join role r on r.id = m.role_id
    left join company c on c.id = m.company_id and not c.is_removed
    where s.id = ${sessionId}::uuid and s.revoked_at is null and s.expires_at > now()`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  const company = scopeOf(row);
  const reach = company ? reachOfCompany(company.id, company.groupId) : nothing;
  return { userId: row.userId, sessionId, alias: row.alias, roles: row.roles, company, reach };
};

/** Whether the permission is held. */
export const holds = (scope: CompanyScope, permission: string): boolean => (scope.permissions[permission] ?? 0) > 0;
