import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { isValidPhone, normalizePhone } from "#domain/phone.ts";
import type { Db } from "../../database/connection.ts";
import { lockCompany } from "../accounts/administrators.ts";
import { hashSecret } from "../session/tokens.ts";
import { invalidFields, requireRow } from "../shared/domainErrors.ts";
import { checkVersion, type Seen } from "../shared/versioning.ts";

type Phone = Schemas["OperatorPhone"];
type Save = Schemas["OperatorPhoneSave"];

const selectPhones = (companyId: number) => sql`
  select id, number, name, color, '…' || token_hint as token, version from operator_phone
  where company_id = ${companyId} and not is_removed`;

/** The operator phones of a company, by number. */
export const listOperatorPhones = async (db: Db, companyId: number): Promise<Phone[]> => {
  const { rows } = await sql<Phone>`${selectPhones(companyId)} order by number, id`.execute(db);
  return rows;
};

/** One operator phone of a company. */
export const readOperatorPhone = async (db: Db, companyId: number, id: number): Promise<Phone> => {
  const { rows } = await sql<Phone>`${selectPhones(companyId)} and id = ${id}`.execute(db);
  return requireRow(rows[0], "Телефон не найден.");
};

/** A number as it is stored: a whole phone, or the few digits of an extension of the company's own exchange. */
const numberOf = (text: string): string => {
  const number = normalizePhone(text);
  if (isValidPhone(number) || /^\d{2,6}$/.test(number)) return number;
  throw invalidFields({ number: "Укажите 11 цифр, плюс и 11 или 12 цифр, или внутренний номер из 2–6 цифр." });
};

/** The row that a save makes; it wants the lock of the company, under which no two phones get one number. */
const checkedValues = async (tx: Db, companyId: number, save: Save, id: number) => {
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

const TOKEN_BYTES = 24;
const HINT_LENGTH = 4;

/** A new token and what is kept of it. */
const newToken = () => {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return { token, kept: { token_hash: hashSecret(token), token_hint: token.slice(-HINT_LENGTH) } };
};

/** Adds a phone; gives it with its token in clear. */
export const createOperatorPhone = async (tx: Db, companyId: number, save: Save): Promise<Phone> => {
  await lockCompany(tx, companyId);
  const values = await checkedValues(tx, companyId, save, 0);
  const { token, kept } = newToken();
  const { id } = await tx
    .insertInto("operator_phone")
    .values({ company_id: companyId, ...values, ...kept })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { ...(await readOperatorPhone(tx, companyId, id)), token };
};

const openPhone = async (tx: Db, companyId: number, { id, seen }: Seen): Promise<Phone> => {
  await lockCompany(tx, companyId);
  await tx
    .selectFrom("operator_phone")
    .select("id")
    .where("id", "=", id)
    .where("company_id", "=", companyId)
    .forUpdate()
    .execute();
  const phone = await readOperatorPhone(tx, companyId, id);
  checkVersion(phone, seen);
  return phone;
};

/** Changes a phone; its token stays. */
export const updateOperatorPhone = async (tx: Db, companyId: number, which: Seen, save: Save): Promise<Phone> => {
  const { id, name } = await openPhone(tx, companyId, which);
  const values = await checkedValues(tx, companyId, save, id);
  const row = { ...values, name: save.name === undefined ? name : values.name };
  await tx
    .updateTable("operator_phone")
    .set((eb) => ({ number: row.number, color: row.color, name: row.name, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
  return readOperatorPhone(tx, companyId, id);
};

/** Gives a phone a new token; the one before is no longer known. */
export const resetOperatorPhoneToken = async (tx: Db, companyId: number, id: number): Promise<Phone> => {
  await openPhone(tx, companyId, { id, seen: undefined });
  const { token, kept } = newToken();
  await tx
    .updateTable("operator_phone")
    .set((eb) => ({ token_hash: kept.token_hash, token_hint: kept.token_hint, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
  return { ...(await readOperatorPhone(tx, companyId, id)), token };
};

/** Removes a phone: its calls keep it, its token is no longer known. */
export const removeOperatorPhone = async (tx: Db, companyId: number, id: number): Promise<undefined> => {
  await openPhone(tx, companyId, { id, seen: undefined });
  await tx.updateTable("operator_phone").set({ is_removed: true, token_hash: null }).where("id", "=", id).execute();
  return undefined;
};

/** The phone, and its company, that a call tracker's token belongs to, locked until the end of the transaction; undefined for a token that nobody has. */
export const lockPhoneOfToken = async (
  db: Db,
  token: string,
): Promise<{ id: number; companyId: number } | undefined> => {
  const { rows } = await sql<{ id: number; companyId: number }>`
    select p.id, p.company_id as "companyId" from operator_phone p join company c on c.id = p.company_id
    where p.token_hash = ${hashSecret(token)} and not p.is_removed and not c.is_removed for no key update of p`.execute(
    db,
  );
  return rows[0];
};
