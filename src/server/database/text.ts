import { type RawBuilder, sql } from "kysely";
import type { Db } from "./connection.ts";

/** Text that is there, or SQL of one that the database has still to write. */
export type Text = string | RawBuilder<string | null>;

/** A text, written by the database if it is not there yet; what is null there is empty here. */
export const readText = async (db: Db, text: Text): Promise<string> => {
  if (typeof text === "string") return text;
  const { rows } = await sql<{ text: string | null }>`select ${text} as text`.execute(db);
  return rows[0]?.text ?? "";
};

/** The end of a statement that is the last one of its transaction. */
export const ENDS_TRANSACTION = "/* the last */";
