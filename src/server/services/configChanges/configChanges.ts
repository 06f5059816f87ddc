import { type RawBuilder, sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { type ConfigKindName, systemKindNames } from "#domain/configKinds.ts";
import type { Zone } from "#domain/dates.ts";
import { DEFAULT_DAY_START, DEFAULT_TIME_ZONE } from "#domain/zone.ts";
import type { Db } from "../../database/connection.ts";
import { type CompanyScope, hasPermission } from "../session/caller.ts";
import { cutPage, type PageQuery, readCursor, rowLimit } from "../shared/cursor.ts";
import { parsePeriod } from "../shared/period.ts";
import { collectReferences, describeFields, describeName, type StoredChange, visibleKinds } from "./describeChange.ts";
import { readNames } from "./referencedNames.ts";

/** Filters of the audit log. */
interface ChangeQuery extends PageQuery {
  readonly kind?: ConfigKindName | undefined;
  readonly entityId?: number | undefined;
  readonly userId?: number | undefined;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

interface Row extends StoredChange {
  readonly id: number;
  readonly date: Date;
  readonly at: string;
  readonly userId: number;
  readonly userName: string | null;
  readonly entityId: number;
  readonly action: Schemas["ConfigChange"]["action"];
}

/** Part of the audit log that a caller may read. */
interface VisibleLog {
  /** SQL conditions for the owners of the entries. Each condition is read through an index of its own. */
  readonly owners: readonly RawBuilder<boolean>[];
  readonly kinds: readonly ConfigKindName[];
  /** Time zone and start of the business day. They determine which times belong to the period of a query. */
  readonly zone: Zone;
}

/**
 * SQL conditions for the entries that concern a company: its own entries, the entries of its group, and some entries
 * without an owner.
 */
const ownersOf = ({ id, groupId }: CompanyScope): RawBuilder<boolean>[] => [
  sql<boolean>`c.company_id = ${id}`,
  ...(groupId === null ? [] : [sql<boolean>`c.company_group_id = ${groupId} and c.company_id is null`]),
  // Entries without an owner: changes of public roles, which every company may assign, and changes of the PINs of the
  // company's users.
  sql<boolean>`c.company_id is null and c.company_group_id is null and (c.kind = 'role'
    or c.kind = 'overridePin' and exists (select from company_user m where m.company_id = ${id} and m.user_id = c.entity_id))`,
];

const logOf = (company: CompanyScope): VisibleLog => ({
  owners: ownersOf(company),
  kinds: visibleKinds((permission) => hasPermission(company, permission)),
  zone: company.zone,
});

/** Log of the records that belong to no company. */
const systemLog: VisibleLog = {
  owners: [sql<boolean>`c.company_id is null and c.company_group_id is null`],
  kinds: systemKindNames,
  zone: { timeZone: DEFAULT_TIME_ZONE, dayStart: DEFAULT_DAY_START },
};

const conditionOf = (log: VisibleLog, query: ChangeQuery, now: Date): RawBuilder<boolean> => {
  const { kind, entityId, userId } = query;
  const kinds = log.kinds.filter((one) => kind === undefined || one === kind);
  const { start, end } = parsePeriod(query, log.zone, now);
  const after = readCursor(query.cursor);
  const conditions = [
    kinds.length === 1 ? sql`c.kind = ${kinds[0]}` : sql`c.kind = any(${kinds}::text[])`,
    entityId !== undefined && sql`c.entity_id = ${entityId}`,
    userId !== undefined && sql`c.user_id = ${userId}`,
    start && sql`c.at >= ${start}`,
    end && sql`c.at < ${end}`,
    after && sql`c.id < ${after.id}::bigint`,
  ].filter((one) => one !== undefined && one !== false);
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
};

/**
 * SQL for a page of changes, the latest first. Each owner is read through an index of its own, because a condition with
 * `or` would read the log of all companies.
 */
const pageSql = (log: VisibleLog, query: ChangeQuery, now: Date) => {
  const condition = conditionOf(log, query, now);
  const limit = rowLimit(query);
  const parts = log.owners.map(
    (owner) => sql`(select c.* from config_change c where ${owner} and ${condition} order by c.id desc limit ${limit})`,
  );
  return sql<Row>`
    select c.id, c.at as date, c.at::text as at, c.user_id as "userId", u.alias as "userName", c.kind, c.entity_id as "entityId",
      c.action, c.before, c.after, d.type as "discountType",
      coalesce(c.name, e.alias, s.title, i.name) as name
    from (${sql.join(parts, sql` union all `)}) c
    left join app_user u on u.id = c.user_id
    left join app_user e on e.id = c.entity_id and c.kind in ('companyUser', 'overridePin')
    left join stock_item s on s.id = c.entity_id and c.kind = 'stockMinimum'
    left join item i on i.id = c.entity_id and c.kind = 'itemPrice'
    left join discount d on d.id = c.entity_id and c.kind = 'discount'
    order by c.id desc limit ${limit}`;
};

const readPage = async (db: Db, log: VisibleLog, query: ChangeQuery): Promise<Schemas["ConfigChangePage"]> => {
  const { rows } = await pageSql(log, query, new Date()).execute(db);
  const page = cutPage(rows, query);
  const nameOf = await readNames(db, collectReferences(page.rows as readonly Omit<Row, "at">[]));
  return {
    next: page.next,
    rows: page.rows.map((row) => ({
      id: row.id,
      date: row.date.toISOString(),
      user: { id: row.userId, name: row.userName ?? `№ ${row.userId}` },
      kind: row.kind,
      entityId: row.entityId,
      name: describeName(row),
      action: row.action,
      changes: describeFields(row, nameOf),
    })),
  };
};

/**
 * Returns a page of the changes of a company's configuration, the latest first. Omits changes of records that the
 * caller may not see. Throws `Invalid` for a malformed cursor and for a period that ends before it starts.
 */
export const listConfigChanges = (
  db: Db,
  company: CompanyScope,
  query: ChangeQuery,
): Promise<Schemas["ConfigChangePage"]> => readPage(db, logOf(company), query);

/**
 * Returns a page of the changes of records that belong to no company, the latest first: accounts, public roles, company
 * groups and override PINs. Throws `Invalid` for a malformed cursor and for a period that ends before it starts.
 */
export const listSystemChanges = (db: Db, query: ChangeQuery): Promise<Schemas["ConfigChangePage"]> =>
  readPage(db, systemLog, query);

/** Returns the users who have changed a record that belongs to no company, sorted by name. */
export const listSystemAuthors = async (db: Db): Promise<Schemas["ConfigAuthor"][]> => {
  const { rows } = await sql<Schemas["ConfigAuthor"]>`
    select u.id, u.alias as name from app_user u
    where u.id in (select c.user_id from config_change c where c.company_id is null and c.company_group_id is null)
    order by u.alias collate "und-x-icu", u.id`.execute(db);
  return rows;
};

/** Returns the users of a company and all other users who have changed its configuration, sorted by name. */
export const listConfigAuthors = async (db: Db, companyId: number): Promise<Schemas["ConfigAuthor"][]> => {
  const { rows } = await sql<Schemas["ConfigAuthor"]>`
    select u.id, u.alias as name from app_user u
    where exists (select from company_user m where m.company_id = ${companyId} and m.user_id = u.id)
      or exists (select from config_change c where c.company_id = ${companyId} and c.user_id = u.id)
    order by u.alias collate "und-x-icu", u.id`.execute(db);
  return rows;
};
