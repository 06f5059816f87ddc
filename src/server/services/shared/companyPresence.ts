import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import { NotFound } from "./domainErrors.ts";

/** SQL that finds a company and protects it from removal until the transaction ends. Finds no removed company. */
export const lockPresenceSql = (companyId: number) =>
  sql<{ id: number }>`select id from company where id = ${companyId} and not is_removed for key share`;

/** Returns the error for a removed or unknown company. */
export const companyNotFound = (): NotFound => new NotFound("Компания не найдена.");

/**
 * Protects a company from removal until the transaction ends, without blocking other writes. Throws `NotFound` for a
 * removed company.
 */
export const lockPresence = async (tx: Db, companyId: number): Promise<void> => {
  const { rows } = await lockPresenceSql(companyId).execute(tx);
  if (rows.length === 0) throw companyNotFound();
};
