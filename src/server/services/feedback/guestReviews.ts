import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { cutPage, type PageQuery, readCursor, rowLimit } from "../shared/cursor.ts";
import { Conflict, invalidFields, requireRow, VersionRequired } from "../shared/domainErrors.ts";
import { checkVersion } from "../shared/versioning.ts";

type Review = Schemas["GuestReview"];
type DatedReview = Omit<Review, "createdAt" | "changedAt" | "caseAt"> & {
  createdAt: Date;
  changedAt: Date;
  caseAt: Date | null;
};

const columns = sql`v.id, v.company_id as "companyId", v.order_id as "orderId", o.internal_id as "internalId", v.food, v.delivery,
  v.service, v.text, v.is_call_back as "isCallBack", o.phone, k.alias as "customerName", v.created_at as "createdAt",
  v.changed_at as "changedAt", v.case_state as "caseState", v.case_text as "caseText", u.alias as "caseUserName",
  v.case_at as "caseAt", v.version`;

const fromReviews = sql`from guest_review v join orders o on o.id = v.order_id and o.company_id = v.company_id left join customer k on k.id = o.customer_id and k.company_id = o.company_id
  left join app_user u on u.id = v.case_user_id`;

const withTexts = ({ createdAt, changedAt, caseAt, ...review }: DatedReview): Review => ({
  ...review,
  createdAt: createdAt.toISOString(),
  changedAt: changedAt.toISOString(),
  caseAt: caseAt?.toISOString() ?? null,
});

/** Returns a page of the reviews of a company, the latest first. Throws `Invalid` for a malformed cursor. */
export const listReviews = async (
  db: Db,
  companyId: number,
  query: PageQuery & { readonly case?: "open" | "closed" },
): Promise<Schemas["GuestReviewPage"]> => {
  const after = readCursor(query.cursor);
  const { rows } = await sql<DatedReview & { at: string }>`select ${columns}, v.created_at::text as at ${fromReviews}
    where v.company_id = ${companyId} and ${query.case ? sql`v.case_state = ${query.case}` : sql`true`}
      and ${after ? sql`v.id < ${after.id}::int` : sql`true`}
    order by v.id desc limit ${rowLimit(query)}`.execute(db);
  const page = cutPage(rows, query);
  return { next: page.next, rows: page.rows.map(withTexts) };
};

/** Reads a review. Throws `NotFound` for an unknown review. */
export const readReview = async (db: Db, companyId: number, id: number): Promise<Review> => {
  const { rows } = await sql<DatedReview>`select ${columns} ${fromReviews}
    where v.id = ${id} and v.company_id = ${companyId}`.execute(db);
  return withTexts(requireRow(rows[0], "Отзыв не найден."));
};

/**
 * Records the outcome of a case. Throws `NotFound` for an unknown review, `VersionRequired` without a version, `Stale`
 * if the caller saw a different version, `Invalid` without a text, or `Conflict` for a review without a case.
 */
export const resolveReview = async (
  tx: Db,
  companyId: number,
  { id, seen, userId }: { readonly id: number; readonly seen: number | undefined; readonly userId: number },
  { caseState, caseText }: Schemas["GuestReviewCase"],
): Promise<Review> => {
  const locked = await tx
    .selectFrom("guest_review")
    .select("id")
    .where("id", "=", id)
    .where("company_id", "=", companyId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  requireRow(locked, "Отзыв не найден.");
  const review = await readReview(tx, companyId, id);
  if (seen === undefined) throw new VersionRequired();
  checkVersion(review, seen, "Отзыв");
  if (review.caseState === null) throw new Conflict("Оценки хорошие: разбирать нечего.");
  const text = caseText.trim();
  if (text === "") throw invalidFields({ caseText: "Напишите, чем закончилось." });
  await tx
    .updateTable("guest_review")
    .set({
      case_state: caseState,
      case_text: text,
      case_user_id: userId,
      case_at: sql<Date>`now()`,
      version: review.version + 1,
    })
    .where("id", "=", id)
    .where("company_id", "=", companyId)
    .execute();
  return readReview(tx, companyId, id);
};
