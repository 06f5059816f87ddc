import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import { changeAuthorSql } from "./changeAuthor.ts";
import { NotFound } from "./domainErrors.ts";

/**
 * Returns the SQL that reads the id and the switched-off modules of a company, and protects the company from removal
 * until the transaction ends. The result has no row for a removed or unknown company.
 */
export const lockPresenceSql = (companyId: number) =>
  sql<{
    id: number;
    off: string[];
  }>`select id, modules_off as off from company where id = ${companyId} and not is_removed for key share`;

/** Returns the error for a removed or unknown company. */
export const companyNotFound = (): NotFound => new NotFound("Компания не найдена.");

/**
 * Protects a company from removal, and its modules from being switched, until the transaction ends; sets `author` as
 * the user of the transaction, and returns the modules that are off. Throws `NotFound` for a removed or unknown
 * company.
 */
export const lockPresence = async (tx: Db, companyId: number, author?: number): Promise<readonly string[]> => {
  const { rows } = await (author === undefined
    ? lockPresenceSql(companyId)
    : sql<{ off: string[] }>`with present as (${lockPresenceSql(companyId)})
        select off, ${changeAuthorSql(author)} from present`
  ).execute(tx);
  if (!rows[0]) throw companyNotFound();
  return rows[0].off;
};
