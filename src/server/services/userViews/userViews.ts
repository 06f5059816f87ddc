import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { lockCompany } from "../accounts/administrators.ts";
import type { Caller, CompanyScope } from "../session/caller.ts";
import { Conflict, Forbidden, invalidFields, requireRow } from "../shared/domainErrors.ts";
import { checkVersion, parseName, type VersionedId } from "../shared/versioning.ts";

type View = Schemas["UserView"];
type Save = Schemas["UserViewSave"];

/** User who reads or changes saved views, and the company to which the views belong. */
export interface ViewUser {
  readonly company: CompanyScope;
  readonly caller: Caller;
}

const MAX_VIEWS = 50;

/** Returns true if the user may share views with roles. Such a user sees all shared views. */
const mayShare = ({ company }: ViewUser): boolean => (company.permissions["role.manage"] ?? 0) > 0;

/**
 * Returns the query for the views that the user can see: the user's own views, those of the user's role, and all shared
 * views if the user may share views.
 */
const selectViews = (db: Db, { company, caller }: ViewUser) =>
  db
    .selectFrom("user_view as v")
    .innerJoin("app_user as u", "u.id", "v.user_id")
    .leftJoin("role as r", "r.id", "v.role_id")
    .select(["v.id", "v.company_id as companyId", "v.name", "v.query", "v.role_id as roleId", "r.name as roleName"])
    .select(["u.alias as authorAlias", "v.version"])
    .select(sql<View["screen"]>`v.screen`.as("screen"))
    .select((eb) => eb("v.user_id", "=", caller.userId).$castTo<boolean>().as("isOwn"))
    .where("v.company_id", "=", company.id)
    .where((eb) =>
      eb.or([
        eb("v.user_id", "=", caller.userId),
        eb(
          "v.role_id",
          "in",
          eb
            .selectFrom("company_user")
            .select("role_id")
            .where("company_id", "=", company.id)
            .where("user_id", "=", caller.userId),
        ),
        ...(mayShare({ company, caller }) ? [eb("v.role_id", "is not", null)] : []),
      ]),
    );

/** Returns the views that the user can see, sorted by name. */
export const listUserViews = (db: Db, user: ViewUser): Promise<View[]> =>
  selectViews(db, user).orderBy(sql`lower(v.name)`).orderBy("v.id").execute();

/** Reads a view. Throws `NotFound` for a view that the user cannot see. */
export const readUserView = async (db: Db, user: ViewUser, id: number): Promise<View> =>
  requireRow(await selectViews(db, user).where("v.id", "=", id).executeTakeFirst(), "Вид не найден.");

/**
 * Validates a view and returns its column values. Throws `Forbidden` if the user may not share the view, and `Invalid`
 * for an invalid name or a role of another company.
 */
const parseView = async (tx: Db, user: ViewUser, { name, screen, query, roleId = null }: Save, before?: View) => {
  if (roleId !== (before?.roleId ?? null) && !mayShare(user))
    throw new Forbidden("Показывать вид другим может только тот, кто управляет ролями.");
  if (roleId !== null) {
    const role = await tx
      .selectFrom("role")
      .select("id")
      .where("id", "=", roleId)
      .where((eb) => eb.or([eb("company_id", "=", user.company.id), eb("is_public", "=", true)]))
      .executeTakeFirst();
    if (!role) throw invalidFields({ roleId: "Такой роли нет." });
  }
  return { name: parseName(name), screen, query, role_id: roleId };
};

/**
 * Saves a new view of the user. Throws `Conflict` if the user already has 50 views in the company, and the errors of
 * `parseView`.
 */
export const createUserView = async (tx: Db, user: ViewUser, save: Save): Promise<View> => {
  const { company, caller } = user;
  await lockCompany(tx, company.id);
  const row = await parseView(tx, user, save);
  const own = (await listUserViews(tx, user)).filter(({ isOwn }) => isOwn);
  if (own.length >= MAX_VIEWS) throw new Conflict(`Видов уже ${MAX_VIEWS}. Удалите ненужные.`);
  const { id } = await tx
    .insertInto("user_view")
    .values({ company_id: company.id, user_id: caller.userId, ...row })
    .returning("id")
    .executeTakeFirstOrThrow();
  return readUserView(tx, user, id);
};

const readOwnView = async (tx: Db, user: ViewUser, id: number): Promise<View> => {
  const view = await readUserView(tx, user, id);
  if (!view.isOwn) throw new Forbidden("Этот вид создал другой сотрудник.");
  return view;
};

/**
 * Changes a view of the user. Throws `NotFound` for a view that the user cannot see; `Stale` if the user saw a
 * different version; `Forbidden` for the view of another user; and the errors of `parseView`.
 */
export const updateUserView = async (tx: Db, user: ViewUser, which: VersionedId, save: Save): Promise<View> => {
  await lockCompany(tx, user.company.id);
  const before = await readOwnView(tx, user, which.id);
  checkVersion(before, which.seen, "Вид");
  const row = await parseView(tx, user, save, before);
  await tx
    .updateTable("user_view")
    .set((eb) => ({ ...row, version: eb("version", "+", 1) }))
    .where("id", "=", which.id)
    .execute();
  return readUserView(tx, user, which.id);
};

/**
 * Removes a view. Throws `NotFound` for a view that the user cannot see, and `Forbidden` if the user is not the author
 * of the view and may not manage the roles.
 */
export const removeUserView = async (tx: Db, user: ViewUser, id: number): Promise<undefined> => {
  await lockCompany(tx, user.company.id);
  await (mayShare(user) ? readUserView(tx, user, id) : readOwnView(tx, user, id));
  await tx.deleteFrom("user_view").where("id", "=", id).execute();
  return undefined;
};
