import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import { inTransaction } from "../../database/transaction.ts";

/**
 * SQL expression that names the user of a transaction for the audit log of the configuration
 * (`0068_config_change.sql`); without a user, changes are not recorded. Outside a transaction the expression has no
 * effect.
 */
export const changeAuthorSql = (userId: number | undefined): RawBuilder<string> =>
  sql<string>`set_config('app.user_id', ${userId === undefined ? "" : String(userId)}::text, true)`;

/**
 * Sets the user whom the audit log names as the author of all further changes in the transaction. If the user is
 * undefined, further changes are not recorded.
 */
export const setChangeAuthor = async (tx: Db, userId: number | undefined): Promise<void> => {
  await sql`select ${changeAuthorSql(userId)}`.execute(tx);
};

/**
 * Runs `work` in a transaction, like `inTransaction`, and names the user as the author of the changes. For handlers
 * that manage their own transactions.
 */
export const inTransactionOf = <Result>(db: Db, userId: number, work: (tx: Db) => Promise<Result>): Promise<Result> =>
  inTransaction(db, async (tx) => {
    await setChangeAuthor(tx, userId);
    return work(tx);
  });
