import type { Db } from "../database/connection.ts";
import { found } from "../problem.ts";

/** A picture by the name that the server gave it. Throws 404. */
export const readFile = async (db: Db, id: string): Promise<{ mime: string; bytes: Buffer }> => {
  const row = await db.selectFrom("file").select(["mime", "bytes"]).where("id", "=", id).executeTakeFirst();
  return found(row, "Файл не найден.");
};
