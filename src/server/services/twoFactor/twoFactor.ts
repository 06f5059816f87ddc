import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { inTransaction } from "../../database/transaction.ts";
import { verifyPassword } from "../accounts/passwords.ts";
import { clearFailures, recordFailure, startAttempt } from "../session/loginAttempts.ts";
import { hashSecret } from "../session/tokens.ts";
import { Conflict, invalidFields, NotFound, requireRow } from "../shared/domainErrors.ts";
import { seal, unseal } from "./sealing.ts";
import { findStep, newTotpSecret, toBase32, totpUri } from "./totp.ts";

const ISSUER = "Заказы";
const RECOVERY_CODES = 10;

/** User whose second factor is managed, the caller, and the passphrase that encrypts the secrets. */
interface Owner {
  readonly userId: number;
  readonly callerId: number;
  readonly totpKey: string | undefined;
}

/**
 * Throws `NotFound` for the account of another user. Even an administrator cannot manage the second factor of other
 * users.
 */
const checkOwn = ({ userId, callerId }: Owner): void => {
  if (userId !== callerId) throw new NotFound("Пользователь не найден.");
};

/**
 * Returns a flag that is true if the user has enabled the second factor, and the number of the user's unused recovery
 * codes.
 */
export const readTwoFactor = async (db: Db, userId: number): Promise<Schemas["TwoFactor"]> => {
  const { rows } = await sql<Schemas["TwoFactor"]>`
    select coalesce((select is_enabled from two_factor where user_id = ${userId}), false) as "isEnabled",
      (select count(*)::int from recovery_code where user_id = ${userId}) as "recoveryCodesLeft"`.execute(db);
  return requireRow(rows[0]);
};

/**
 * Stores and returns a new secret, which is inactive until the user confirms it. Throws `Conflict` if the second factor
 * is enabled, and `NotFound` for the account of another user.
 */
export const beginTwoFactor = async (tx: Db, owner: Owner): Promise<Schemas["TwoFactorSecret"]> => {
  checkOwn(owner);
  const secret = newTotpSecret();
  const { rows } = await sql<{ userName: string }>`
    insert into two_factor as t (user_id, secret) values (${owner.userId}, ${seal(secret, owner.totpKey)})
    on conflict (user_id) do update set secret = excluded.secret where not t.is_enabled
    returning (select user_name from app_user where id = t.user_id) as "userName"`.execute(tx);
  if (!rows[0]) throw new Conflict("Вход по коду уже включён.");
  return { secret, uri: totpUri(secret, ISSUER, rows[0].userName) };
};

const newRecoveryCode = (): string => (toBase32(randomBytes(10)).match(/.{4}/g) ?? []).join("-");

const normalizeRecoveryCode = (code: string): string => code.replaceAll(/[\s-]/g, "").toUpperCase();

const hashRecoveryCode = (code: string): string => hashSecret(normalizeRecoveryCode(code));

const storeRecoveryCodes = async (tx: Db, userId: number): Promise<string[]> => {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await tx.deleteFrom("recovery_code").where("user_id", "=", userId).execute();
  await tx
    .insertInto("recovery_code")
    .values(codes.map((code) => ({ user_id: userId, hash: hashRecoveryCode(code) })))
    .execute();
  return codes;
};

/**
 * Returns true if a time-based code is valid and was not used before. The time step of an accepted code is stored, so
 * that a concurrent request with the same code is refused.
 */
const acceptTotp = async (db: Db, userId: number, code: string, totpKey: string | undefined): Promise<boolean> => {
  const row = await db.selectFrom("two_factor").select("secret").where("user_id", "=", userId).executeTakeFirst();
  const step = row && findStep(unseal(row.secret, totpKey), code.replaceAll(/\s/g, ""), Date.now());
  if (step === undefined) return false;
  const { numUpdatedRows } = await db
    .updateTable("two_factor")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

const acceptRecoveryCode = async (db: Db, userId: number, code: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom("recovery_code")
    .where("user_id", "=", userId)
    .where("hash", "=", hashRecoveryCode(code))
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/** Returns true if a code of the authenticator app or a recovery code is valid. Each code is accepted only once. */
export const acceptCode = async (db: Db, userId: number, code: string, totpKey: string | undefined): Promise<boolean> =>
  (await acceptRecoveryCode(db, userId, code)) || (await acceptTotp(db, userId, code, totpKey));

/** Returns true if a sign-in of the user needs a code. */
export const isCodeNeeded = async (db: Db, userId: number): Promise<boolean> =>
  (await readTwoFactor(db, userId)).isEnabled;

const WRONG_PASSWORD = "Текущий пароль введён неверно.";
const WRONG_CODE = "Код не подходит. Введите новый код из приложения.";

/** Password and code with which a user confirms a change of the second factor. */
interface Confirmation extends Owner {
  readonly address: string;
  readonly password: string;
  readonly code: string;
}

/**
 * Checks the password and the code. Throws `NotFound` for an unknown user, `Invalid` for a wrong password or code and
 * counts it as a failed sign-in, and `TooMany` after too many failures.
 */
const confirm = async (
  db: Db,
  { userId, address, password, code, totpKey }: Confirmation,
  accept: typeof acceptCode,
): Promise<void> => {
  const rows = await db
    .selectFrom("app_user")
    .select(["user_name as userName", "password_hash as hash"])
    .where("id", "=", userId)
    .execute();
  const { userName, hash } = requireRow(rows[0], "Пользователь не найден.");
  const signIn = { userName, address };
  const attempt = await startAttempt(db, signIn);
  const fail = async (errors: Record<string, string>): Promise<never> => {
    await recordFailure(db, attempt);
    throw invalidFields(errors);
  };
  if (!(await verifyPassword(password, hash))) await fail({ password: WRONG_PASSWORD });
  if (!(await accept(db, userId, code, totpKey))) await fail({ code: WRONG_CODE });
  await clearFailures(db, attempt, signIn);
};

/**
 * Enables the second factor and returns the recovery codes, of which the database stores only hashes. Throws `Conflict`
 * if the second factor is already enabled, `NotFound` for the account of another user, and the errors of `confirm`.
 */
export const enableTwoFactor = async (db: Db, confirmation: Confirmation): Promise<Schemas["RecoveryCodes"]> => {
  checkOwn(confirmation);
  const { userId } = confirmation;
  if (await isCodeNeeded(db, userId)) throw new Conflict("Вход по коду уже включён.");
  await confirm(db, confirmation, acceptTotp);
  return inTransaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("two_factor")
      .set({ is_enabled: true })
      .where("user_id", "=", userId)
      .where("is_enabled", "=", false)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Conflict("Вход по коду уже включён.");
    return { recoveryCodes: await storeRecoveryCodes(tx, userId) };
  });
};

/** Deletes the second factor of a user with its recovery codes. */
export const deleteTwoFactor = async (db: Db, userId: number): Promise<void> => {
  await db.deleteFrom("two_factor").where("user_id", "=", userId).execute();
};

/**
 * Disables the second factor. Throws `Conflict` if the second factor is not enabled, `NotFound` for the account of
 * another user, and the errors of `confirm`.
 */
export const disableTwoFactor = async (db: Db, confirmation: Confirmation): Promise<void> => {
  checkOwn(confirmation);
  if (!(await isCodeNeeded(db, confirmation.userId))) throw new Conflict("Вход по коду уже выключен.");
  await confirm(db, confirmation, acceptCode);
  await deleteTwoFactor(db, confirmation.userId);
};
