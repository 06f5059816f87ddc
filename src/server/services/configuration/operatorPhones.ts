import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { isValidPhone, normalizePhone } from "#domain/phone.ts";
import type { Db } from "../../database/connection.ts";
import { lockCompany } from "../accounts/administrators.ts";
import { hashSecret } from "../session/tokens.ts";
import type { Complete } from "../shared/complete.ts";
import { invalidFields, requireRow } from "../shared/domainErrors.ts";
import { lockRow } from "../shared/lockRow.ts";
import { checkVersion, type VersionedId } from "../shared/versioning.ts";

type Phone = Complete<Schemas["OperatorPhone"]>;
type Save = Schemas["OperatorPhoneSave"];

const selectPhones = (companyId: number) => sql`
  select id, number, name, color, '…' || token_hint as token, version from operator_phone
  where company_id = ${companyId} and not is_removed`;

/** Returns the operator phones of a company, sorted by number. */
export const listOperatorPhones = async (db: Db, companyId: number): Promise<Phone[]> => {
  const { rows } = await sql<Phone>`${selectPhones(companyId)} order by number, id`.execute(db);
  return rows;
};

/** Reads an operator phone of a company. Throws `NotFound` for any other phone. */
export const readOperatorPhone = async (db: Db, companyId: number, id: number): Promise<Phone> => {
  const { rows } = await sql<Phone>`${selectPhones(companyId)} and id = ${id}`.execute(db);
  return requireRow(rows[0], "Телефон не найден.");
};

/** Normalises a phone number or an extension of 2 to 6 digits. Throws `Invalid` for any other text. */
const numberOf = (text: string): string => {
  const number = normalizePhone(text);
  if (isValidPhone(number) || /^\d{2,6}$/.test(number)) return number;
  throw invalidFields({ number: "Укажите 10 или 11 цифр, плюс и 11 или 12 цифр, или внутренний номер из 2–6 цифр." });
};

/**
 * Validates the fields of a request and returns them as column values. The caller must hold the company lock, which
 * keeps phone numbers unique. Throws `Invalid` for a malformed or used number.
 */
const validateSave = async (tx: Db, companyId: number, save: Save, id: number) => {
  const number = numberOf(save.number);
  const rows = await tx
    .selectFrom("operator_phone")
    .select("id")
    .where("company_id", "=", companyId)
    .where("is_removed", "=", false)
    .where("id", "<>", id)
    .where("number", "=", number)
    .execute();
  if (rows.length > 0) throw invalidFields({ number: "Телефон с таким номером уже есть." });
  return { number, color: save.color ?? null, name: save.name?.trim() || null };
};

const SECRET_BYTES = 24;
const HINT_LENGTH = 4;

/** Returns a random secret of 32 URL-safe characters. */
export const newPhoneSecret = (): string => randomBytes(SECRET_BYTES).toString("base64url");

/** Creates a token for a phone, and the column values with the hash and the last characters of the token. */
const newToken = () => {
  const token = newPhoneSecret();
  return { token, columns: { token_hash: hashSecret(token), token_hint: token.slice(-HINT_LENGTH) } };
};

/**
 * Creates an operator phone. Returns the phone with its token in clear text. Throws `Invalid` for a malformed or used
 * number.
 */
export const createOperatorPhone = async (tx: Db, companyId: number, save: Save): Promise<Phone> => {
  await lockCompany(tx, companyId);
  const values = await validateSave(tx, companyId, save, 0);
  const { token, columns } = newToken();
  const { id } = await tx
    .insertInto("operator_phone")
    .values({ company_id: companyId, ...values, ...columns })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { ...(await readOperatorPhone(tx, companyId, id)), token };
};

/**
 * Locks an operator phone until the transaction ends, and returns it. Throws `NotFound` for an unknown phone, and
 * `Stale` if the caller saw a different version.
 */
export const lockPhone = async (tx: Db, companyId: number, { id, seen }: VersionedId): Promise<Phone> => {
  await lockCompany(tx, companyId);
  await lockRow(tx, "operator_phone", companyId, id);
  const phone = await readOperatorPhone(tx, companyId, id);
  checkVersion(phone, seen);
  return phone;
};

/**
 * Updates an operator phone. The token of the phone stays valid. Throws the errors of `lockPhone`, and `Invalid` for a
 * malformed or used number.
 */
export const updateOperatorPhone = async (
  tx: Db,
  companyId: number,
  which: VersionedId,
  save: Save,
): Promise<Phone> => {
  const { id, name } = await lockPhone(tx, companyId, which);
  const values = await validateSave(tx, companyId, save, id);
  const row = { ...values, name: save.name === undefined ? name : values.name };
  await tx
    .updateTable("operator_phone")
    .set((eb) => ({ number: row.number, color: row.color, name: row.name, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
  return readOperatorPhone(tx, companyId, id);
};

/** Column values of an operator phone without a linked call tracker. */
const unlinked = { link_code_hash: null, link_expires_at: null, tracker_token_hash: null };

/**
 * Replaces the token of an operator phone, and returns the phone with the new token in clear text; the previous token
 * and the link to a call tracker become invalid. Throws the errors of `lockPhone`.
 */
export const resetOperatorPhoneToken = async (tx: Db, companyId: number, id: number): Promise<Phone> => {
  await lockPhone(tx, companyId, { id, seen: undefined });
  const { token, columns } = newToken();
  await tx
    .updateTable("operator_phone")
    .set((eb) => ({ ...columns, ...unlinked, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
  return { ...(await readOperatorPhone(tx, companyId, id)), token };
};

/** Removes an operator phone and invalidates its tokens; its calls remain. Throws the errors of `lockPhone`. */
export const removeOperatorPhone = async (tx: Db, companyId: number, id: number): Promise<undefined> => {
  await lockPhone(tx, companyId, { id, seen: undefined });
  await tx
    .updateTable("operator_phone")
    .set({ is_removed: true, token_hash: null, ...unlinked })
    .where("id", "=", id)
    .execute();
  return undefined;
};

/**
 * Finds an operator phone by the token of the phone or of the linked call tracker, and locks it until the transaction
 * ends. Returns undefined for an unknown token.
 */
export const lockPhoneOfToken = async (
  db: Db,
  token: string,
): Promise<{ id: number; companyId: number } | undefined> => {
  const hash = hashSecret(token);
  const { rows } = await sql<{ id: number; companyId: number }>`
    select p.id, p.company_id as "companyId" from operator_phone p join company c on c.id = p.company_id
    where (p.token_hash = ${hash} or p.tracker_token_hash = ${hash}) and not p.is_removed and not c.is_removed for no key update of p`.execute(
    db,
  );
  return rows[0];
};
