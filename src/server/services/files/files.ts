import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import type { Owner } from "../catalogue/catalogueScope.ts";
import { Invalid, requireRow, TooMany } from "../shared/domainErrors.ts";
import { reencodePicture } from "./pictures.ts";

/** Maximum number of unused pictures that a user may upload per day. */
const MOST_UNUSED = 50;

/** Reads a picture by its id. Throws `NotFound` for an unknown id. */
export const readStoredFile = async (db: Db, id: string): Promise<{ mime: string; bytes: Buffer }> => {
  const row = await db.selectFrom("file").select(["mime", "bytes"]).where("id", "=", id).executeTakeFirst();
  return requireRow(row, "Файл не найден.");
};

/** SQL condition: a company, a category or a dish uses the file `t`. */
export const isFileUsed = sql`(exists (select 1 from company where logo_file_id = t.id)
  or exists (select 1 from category where image_file_id = t.id) or exists (select 1 from item where image_file_id = t.id))`;

const checkUnusedLimit = async (db: Db, userId: number): Promise<void> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from file t
    where user_id = ${userId} and created_at > now() - interval '1 day' and not ${isFileUsed}`.execute(db);
  if ((rows[0]?.count ?? 0) < MOST_UNUSED) return;
  throw new TooMany("Слишком много картинок загружено и не использовано. Попробуйте позже.", 3600);
};

/**
 * Stores an uploaded picture for a company or, without a company, for the user who uploads it. Throws `Invalid` without
 * a picture; `TooMany` if 50 pictures that the user uploaded in the last 24 h are still unused; and the errors of
 * `reencodePicture`.
 */
export const storeFile = async (
  db: Db,
  bytes: Buffer | undefined,
  owner: { userId: number; companyId: number | null },
): Promise<Schemas["Uploaded"]> => {
  if (!bytes?.length) throw new Invalid("Выберите файл картинки.", { data: "Обязательное поле." });
  await checkUnusedLimit(db, owner.userId);
  const picture = await reencodePicture(bytes);
  const id = randomUUID();
  await db
    .insertInto("file")
    .values({ id, company_id: owner.companyId, user_id: owner.userId, mime: picture.mime, bytes: picture.bytes })
    .execute();
  return { id, url: `/api/File/${id}` };
};

/**
 * Stores the picture in the form field `imageFile` and returns its id, or undefined if the form has no picture. Throws
 * the errors of `storeFile`.
 */
export const storeFormPicture = async (
  tx: Db,
  bytes: Buffer | undefined,
  { companyId }: Pick<Owner, "companyId">,
  userId: number,
): Promise<string | undefined> => {
  if (!bytes?.length) return undefined;
  const stored = storeFile(tx, bytes, { userId, companyId }).catch((refusal: unknown) => {
    const sentence = refusal instanceof Invalid ? refusal.errors?.["data"] : undefined;
    throw sentence ? new Invalid(sentence, { imageFile: sentence }) : refusal;
  });
  return (await stored).id;
};

/**
 * Makes the company the owner of a picture. Throws `Invalid` for an unknown picture and for a picture of another
 * company or user.
 */
export const assignFile = async (
  tx: Db,
  claim: { fileId: string; companyId: number; userId: number; field: string },
): Promise<void> => {
  const file = await tx
    .updateTable("file")
    .set({ company_id: claim.companyId })
    .where("id", "=", claim.fileId)
    .where((eb) =>
      eb.or([
        eb("company_id", "=", claim.companyId),
        eb.and([eb("company_id", "is", null), eb("user_id", "=", claim.userId)]),
      ]),
    )
    .returning("id")
    .executeTakeFirst();
  if (!file)
    throw new Invalid("Загруженная картинка не найдена. Загрузите её ещё раз.", {
      [claim.field]: "Картинка не найдена.",
    });
};
