import { sql } from "kysely";
import type { Config } from "../config.ts";
import type { Db } from "../database/connection.ts";
import { inTransaction } from "../database/transaction.ts";
import { fillDemo } from "../demo/fill.ts";
import { createPasswordLink } from "../services/accounts/passwordLinks.ts";
import { publicRoles } from "../services/roles/roles.ts";

const FIRST_START_LOCK = 4_001_001;

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

/**
 * Fills an empty database with initial or demo data. An advisory lock ensures that only one of several processes fills
 * it.
 */
export const prepareData = async (
  db: Db,
  config: Config,
): Promise<{ passwordLink: string | undefined; hasDemo: boolean }> => {
  if (await isEmpty(db))
    await inTransaction(db, async (tx) => {
      await sql`set local lock_timeout = 0`.execute(tx);
      await sql`select pg_advisory_xact_lock(${FIRST_START_LOCK})`.execute(tx);
      if (!(await isEmpty(tx))) return;
      await insertRoles(tx);
      await (config.demo ? fillDemo(tx, new Date()) : insertAdmin(tx));
    });
  const adminId = await adminWithoutPassword(db);
  return {
    passwordLink: adminId === undefined ? undefined : await createPasswordLink(db, adminId),
    hasDemo: (await readSetting(db, "demo")) !== undefined,
  };
};
