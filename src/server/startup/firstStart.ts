import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Config } from "../config.ts";
import type { Db } from "../database/connection.ts";
import { inTransaction } from "../database/transaction.ts";
import { fillDemo } from "../demo/fill.ts";
import { createPasswordLink } from "../services/accounts/passwordLinks.ts";
import { publicRoles } from "../services/roles/roles.ts";

const FIRST_START_LOCK = 4_001_001;
const LOCK_PAUSE_MS = 300;

const insertRoles = async (tx: Db): Promise<void> => {
  const rows = publicRoles.map(({ id, name, permissions }) => ({
    id,
    name,
    is_public: true,
    permissions: JSON.stringify(permissions),
  }));
  await tx.insertInto("role").values(rows).execute();
  await sql`select setval(pg_get_serial_sequence('role', 'id'), (select max(id) from role))`.execute(tx);
};

const insertAdmin = async (tx: Db): Promise<void> => {
  await tx.insertInto("app_user").values({ user_name: "admin", alias: "Администратор", roles: "Admin" }).execute();
};

const isEmpty = async (db: Db): Promise<boolean> =>
  (await db.selectFrom("app_user").select("id").limit(1).execute()).length === 0;

const adminWithoutPassword = async (db: Db): Promise<number | undefined> =>
  (
    await sql<{ id: number }>`select id from app_user where roles = 'Admin' and is_active
    and not exists (select 1 from app_user where password_hash is not null) limit 1`.execute(db)
  ).rows[0]?.id;

const readSetting = async (db: Db, name: string): Promise<string | undefined> =>
  (await db.selectFrom("setting").select("value").where("name", "=", name).executeTakeFirst())?.value;

/** Fills an empty database. Does nothing and returns false while another process fills it. */
const fillIfEmpty = (db: Db, isDemo: boolean): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const { rows } = await sql<{ isOurs: boolean }>`
      select pg_try_advisory_xact_lock(${FIRST_START_LOCK}) as "isOurs"`.execute(tx);
    if (!rows[0]?.isOurs) return false;
    if (!(await isEmpty(tx))) return true;
    await insertRoles(tx);
    await (isDemo ? fillDemo(tx, new Date()) : insertAdmin(tx));
    return true;
  });

/**
 * Fills an empty database with initial or demo data; other processes that start at the same time poll until it is
 * filled. Returns the secret of a password link for the first administrator (undefined once a user has a password), and
 * `hasDemo`, which is true if the database was filled with demo data.
 */
export const prepareData = async (
  db: Db,
  config: Config,
): Promise<{ passwordLink: string | undefined; hasDemo: boolean }> => {
  while ((await isEmpty(db)) && !(await fillIfEmpty(db, config.demo))) await sleep(LOCK_PAUSE_MS);
  const adminId = await adminWithoutPassword(db);
  return {
    passwordLink: adminId === undefined ? undefined : await createPasswordLink(db, adminId),
    hasDemo: (await readSetting(db, "demo")) !== undefined,
  };
};
