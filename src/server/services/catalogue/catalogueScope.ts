import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import {
  type FieldErrors,
  Forbidden,
  invalidFields,
  NotFound,
  refuseFields,
  requireRow,
} from "../shared/domainErrors.ts";

/** Owner of a catalogue record: a company or a company group. Exactly one field is set. */
export interface Owner {
  readonly companyId: number | null;
  readonly companyGroupId: number | null;
}

/**
 * Owners of the catalogue records that a request may access. The access check has verified the permission for each
 * owner.
 */
export interface CatalogueScope {
  /** Company or company group in the path. Undefined if the path contains neither. */
  readonly home: Owner | undefined;
  readonly companyIds: readonly number[];
  readonly groupIds: readonly number[];
}

/**
 * Returns the catalogue scope of a company. The company can change its own records and read the records of its group.
 */
export const catalogueOfCompany = (companyId: number, groupId: number | null): CatalogueScope => ({
  home: { companyId, companyGroupId: null },
  companyIds: [companyId],
  groupIds: groupId === null ? [] : [groupId],
});

/** Returns SQL that is true if the row `alias` belongs to an owner in the scope. */
export const isInScopeSql = ({ companyIds, groupIds }: CatalogueScope, alias: string) =>
  sql`(${sql.ref(`${alias}.company_id`)} = any(${companyIds}::int[]) or ${sql.ref(`${alias}.company_group_id`)} = any(${groupIds}::int[]))`;

/** Returns SQL that is true if the row `alias` belongs to this owner. */
export const isOwnedBySql = ({ companyId, companyGroupId }: Owner, alias: string) =>
  companyId === null
    ? sql`${sql.ref(`${alias}.company_group_id`)} = ${companyGroupId}`
    : sql`${sql.ref(`${alias}.company_id`)} = ${companyId}`;

/**
 * Returns SQL that is true if records of the owner may refer to the row `alias`. A group may use only its own records,
 * and a company also those of its group.
 */
export const isVisibleToSql = (owner: Owner, alias: string) =>
  owner.companyId === null
    ? isOwnedBySql(owner, alias)
    : sql`(${isOwnedBySql(owner, alias)} or ${sql.ref(`${alias}.company_group_id`)} =
        (select company_group_id from company where id = ${owner.companyId}))`;

/**
 * Locks an owner until the transaction ends, so that its catalogue does not change concurrently; new orders are not
 * delayed. Throws `NotFound` for a removed owner.
 */
export const lockOwner = async (tx: Db, { companyId, companyGroupId }: Owner): Promise<void> => {
  const { rows } = await (companyId === null
    ? sql`select 1 from company_group where id = ${companyGroupId} and not is_removed for no key update`
    : sql`select 1 from company where id = ${companyId} and not is_removed for no key update`
  ).execute(tx);
  requireRow(rows[0], companyId === null ? "Группа компаний не найдена." : "Компания не найдена.");
};

const isSameOwner = (one: Owner, other: Owner): boolean =>
  one.companyId === other.companyId && one.companyGroupId === other.companyGroupId;

type CatalogueTable = "category" | "item" | "stock_item";

const findOwner = async (
  tx: Db,
  table: CatalogueTable,
  id: number,
  scope: CatalogueScope,
  lock = sql``,
): Promise<Owner> => {
  const { rows } = await sql<Owner>`
    select e.company_id as "companyId", e.company_group_id as "companyGroupId" from ${sql.table(table)} e
    where e.id = ${id} and not e.is_removed and ${isInScopeSql(scope, "e")} ${lock}`.execute(tx);
  return requireRow(rows[0]);
};

/**
 * Locks the owner of a record with `lock`, then the record itself, and returns the owner. Throws `NotFound` for a
 * removed record or one outside the scope, `Forbidden` if the path names a different owner, and the errors of `lock`.
 */
export const lockEntry = async (
  tx: Db,
  table: CatalogueTable,
  id: number,
  scope: CatalogueScope,
  lock: (tx: Db, owner: Owner) => Promise<void> = lockOwner,
): Promise<Owner> => {
  const owner = await findOwner(tx, table, id, scope);
  if (scope.home && !isSameOwner(scope.home, owner))
    throw new Forbidden("Это общая запись группы компаний. Изменить её можно только в каталоге группы.");
  await lock(tx, owner);
  return findOwner(tx, table, id, scope, sql`for update`);
};

/** Throws `Invalid` when a request and its path name different owners. */
const checkSameOwner = (home: Owner, companyId: number | undefined, companyGroupId: number | undefined): void => {
  const errors: FieldErrors = {};
  if (companyId !== undefined && companyId !== home.companyId) errors["companyId"] = "Не совпадает с адресом запроса.";
  if (companyGroupId !== undefined && companyGroupId !== home.companyGroupId)
    errors["companyGroupId"] = "Не совпадает с адресом запроса.";
  refuseFields(errors);
};

/**
 * Returns the owner of a new record: the owner in the path, otherwise the owner in the request, otherwise the caller's
 * only company. Throws `Invalid` if there is no owner, or if the request names two owners or a different owner than the
 * path, and `NotFound` for an owner outside the scope.
 */
export const chooseOwner = (
  { home, companyIds, groupIds }: CatalogueScope,
  requested: { companyId?: number | null | undefined; companyGroupId?: number | null | undefined },
): Owner => {
  const companyId = requested.companyId ?? undefined;
  const companyGroupId = requested.companyGroupId ?? undefined;
  if (home) {
    checkSameOwner(home, companyId, companyGroupId);
    return home;
  }
  if (companyId !== undefined && companyGroupId !== undefined)
    throw invalidFields({ companyGroupId: "Укажите либо компанию, либо группу." });
  if (companyGroupId !== undefined) {
    if (!groupIds.includes(companyGroupId)) throw new NotFound("Группа компаний не найдена.");
    return { companyId: null, companyGroupId };
  }
  const chosen = companyId ?? (companyIds.length === 1 ? companyIds[0] : undefined);
  if (chosen === undefined) throw invalidFields({ companyId: "Укажите компанию." });
  if (!companyIds.includes(chosen)) throw new NotFound("Компания не найдена.");
  return { companyId: chosen, companyGroupId: null };
};

/** Query for a catalogue scope: the caller, a permission, and the company group in the path, if any. */
export interface ScopeQuery {
  readonly userId: number;
  readonly isAdmin: boolean;
  readonly permission: string;
  readonly isChange: boolean;
  readonly groupId: number | undefined;
}

interface Row {
  companyIds: readonly number[];
  groupIds: readonly number[];
  /** True if the caller is a global administrator or belongs to a company of the group in the path. */
  hasPart: boolean;
}

/**
 * Returns the companies and groups in which the caller has a permission, and `hasPart` (see `Row`); if the path names a
 * group, returns no companies and at most this group. A caller who reads a group needs the permission in one of its
 * companies, and a caller who changes a group needs it in all of its companies. A global administrator may access all
 * groups.
 */
export const readCatalogueScope = async (
  db: Db,
  { userId, isAdmin, permission, isChange, groupId }: ScopeQuery,
): Promise<CatalogueScope & { readonly hasPart: boolean }> => {
  const { rows } = await sql<Row>`
    with part as (
      select c.id, c.company_group_id, coalesce((r.permissions ->> ${permission}::text)::numeric, 0) > 0 as has_permission
      from company_user m join company c on c.id = m.company_id and not c.is_removed join role r on r.id = m.role_id
      where m.user_id = ${userId}),
    groups as (
      select g.id from company_group g
      where not g.is_removed and (${isAdmin} or (exists (select 1 from part p where p.company_group_id = g.id and p.has_permission)
        and not (${isChange} and exists (select 1 from company c where c.company_group_id = g.id and not c.is_removed
          and not exists (select 1 from part p where p.id = c.id and p.has_permission))))))
    select coalesce((select json_agg(id order by id) from part where has_permission), '[]') as "companyIds",
      coalesce((select json_agg(id order by id) from groups), '[]') as "groupIds",
      exists (select 1 from company_group g where g.id = ${groupId ?? 0}::int and not g.is_removed
        and (${isAdmin} or exists (select 1 from part p where p.company_group_id = g.id))) as "hasPart"`.execute(db);
  const { companyIds, groupIds, hasPart } = rows[0] ?? { companyIds: [], groupIds: [], hasPart: false };
  if (groupId === undefined) return { home: undefined, companyIds, groupIds, hasPart };
  const home = { companyId: null, companyGroupId: groupId };
  return { home, companyIds: [], groupIds: groupIds.filter((id) => id === groupId), hasPart };
};
