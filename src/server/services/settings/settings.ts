import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";

interface Row {
  module: string;
  name: string;
  value: number;
  updatedAt: Date;
}

const byModule = (rows: readonly Row[]): Schemas["ModuleSettings"][] => {
  const modules = new Map<string, Schemas["UserSetting"][]>();
  for (const { module, name, value } of rows) modules.set(module, [...(modules.get(module) ?? []), { name, value }]);
  return [...modules].map(([module, settings]) => ({ module, settings }));
};

/**
 * Returns the display settings of a user for an application. If `modules` is given, returns only the settings of these
 * modules.
 */
export const readSettings = async (
  db: Db,
  userId: number,
  appName: string,
  modules: readonly string[] | undefined,
): Promise<Schemas["UserSettings"]> => {
  const { rows } = await sql<Row>`
    select module, name, value, updated_at as "updatedAt" from user_setting
    where user_id = ${userId} and app_name = ${appName}
      and (${modules ?? null}::text[] is null or module = any(${modules ?? null}::text[]))
    order by module, name`.execute(db);
  const latest = rows.reduce<Date | undefined>((a, { updatedAt: b }) => (a && a > b ? a : b), undefined);
  return { appName, updateDate: latest?.toISOString() ?? null, payload: byModule(rows) };
};

/** Saves display settings of a user. Replaces all earlier settings of each module in the request. */
export const saveSettings = async (tx: Db, userId: number, save: Schemas["UserSettingsSave"]): Promise<void> => {
  const modules = save.payload.map(({ module }) => module);
  const flat = save.payload.flatMap(({ module, settings }) => settings.map((setting) => ({ module, ...setting })));
  await tx
    .deleteFrom("user_setting")
    .where("user_id", "=", userId)
    .where("app_name", "=", save.appName)
    .where((eb) => eb("module", "=", eb.fn.any(eb.val(modules))))
    .execute();
  await sql`
    insert into user_setting (user_id, app_name, module, name, value)
    select distinct on (s.module, s.name) ${userId}::int, ${save.appName}, s.module, s.name, s.value
    from jsonb_to_recordset(${JSON.stringify(flat)}::jsonb) as s(module text, name text, value int)
    on conflict (user_id, app_name, module, name) do update set value = excluded.value, updated_at = now()`.execute(tx);
};
