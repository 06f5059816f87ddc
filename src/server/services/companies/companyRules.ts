import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import { invalidFields } from "../shared/domainErrors.ts";

const refuse = (field: string, why: string) => invalidFields({ [field]: why });

const isKnownTimeZone = (timeZone: string): boolean => {
  try {
    return /^[A-Z]/.test(new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone);
  } catch {
    return false;
  }
};

/**
 * Throws `Invalid` if the server or the database does not know the IANA time zone. Both calculate business days in this
 * time zone.
 */
export const checkTimeZone = async (db: Db, timeZone: string): Promise<void> => {
  const { rows } = isKnownTimeZone(timeZone)
    ? await sql`select 1 from pg_timezone_names where name = ${timeZone} limit 1`.execute(db)
    : { rows: [] };
  if (rows.length === 0) throw refuse("timeZone", "Такого часового пояса нет.");
};

/** Throws `Invalid` for the field if the text is not a web address. The text may be empty or omit `https://`. */
export const checkWebSite = (text: string, field = "webSite"): void => {
  const address = text.trim();
  if (!address) return;
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`;
  if (!/^https?:/i.test(url) || !URL.canParse(url) || !new URL(url).hostname.includes("."))
    throw refuse(field, "Укажите адрес сайта, например kolos.example.");
};
