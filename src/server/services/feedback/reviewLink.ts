import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import { Conflict, type FieldErrors, NotFound, refuseFields, TooMany } from "../shared/domainErrors.ts";
import { notifyLowScore } from "./feedbackNews.ts";

/** Maximum score that opens a case. */
const LOW_SCORE = 3;
/** Maximum number of requests from one IP address within the window. Additional requests are refused. */
const MAX_ATTEMPTS = 60;
const WINDOW_MINUTES = 10;
/** Maximum length of the text of a review. */
export const REVIEW_TEXT_LENGTH = 2000;

const LINK_GONE = "Ссылка не работает: она действует 30 дней после заказа.";

/** Scores (1 to 5, or 0 for a score that is not chosen) and text of a guest, with the wish to be called back. */
export interface ReviewDraft {
  readonly food: number;
  readonly delivery: number;
  readonly service: number;
  readonly text: string;
  readonly isCallBack: boolean;
}

/** Order of a feedback link, with its review, if any. */
export interface ReviewLink {
  readonly orderId: number;
  readonly companyId: number;
  readonly companyName: string;
  readonly internalId: number;
  /** Greeting of the company for the guest. Empty if the default greeting applies. */
  readonly greeting: string;
  readonly review: ReviewDraft | undefined;
  /** False if the review is older than 24 h. */
  readonly isEditable: boolean;
}

type LinkRow = Omit<ReviewLink, "review"> & { readonly review: ReviewDraft | null };

/**
 * Counts a request from an IP address, in the database, because several processes may serve the page. Throws `TooMany`
 * after 60 requests within 10 minutes, so that tokens cannot be guessed.
 */
export const countReviewAttempt = async (db: Db, address: string): Promise<void> => {
  await db.insertInto("feedback_attempt").values({ address }).execute();
  const attempts = await db
    .selectFrom("feedback_attempt")
    .select("at")
    .where("address", "=", address)
    .where("at", ">", sql<Date>`now() - make_interval(mins => ${WINDOW_MINUTES})`)
    .limit(MAX_ATTEMPTS + 1)
    .execute();
  if (attempts.length > MAX_ATTEMPTS)
    throw new TooMany("Слишком много запросов. Попробуйте через несколько минут.", WINDOW_MINUTES * 60);
};

/**
 * Reads the order of a link. Throws `NotFound` for an unknown or expired token, for a removed company, and while the
 * module `feedback` is off.
 */
export const readReviewLink = async (db: Db, token: string): Promise<ReviewLink> => {
  if (!/^[0-9a-f]{32}$/.test(token)) throw new NotFound(LINK_GONE);
  const { rows } = await sql<LinkRow>`
    select l.order_id as "orderId", c.id as "companyId", c.name as "companyName", o.internal_id as "internalId",
      coalesce((select settings->>'greeting' from module_configuration where company_id = c.id and module = 'feedback'), '') as greeting,
      case when v.id is not null then json_build_object('food', v.food, 'delivery', v.delivery, 'service', v.service,
        'text', v.text, 'isCallBack', v.is_call_back) end as review,
      v.id is null or v.created_at > now() - interval '24 hours' as "isEditable"
    from feedback_link l join orders o on o.id = l.order_id and o.company_id = l.company_id join company c on c.id = l.company_id
    left join guest_review v on v.order_id = l.order_id and v.company_id = l.company_id
    where l.token = ${token} and l.expires_at > now() and not c.is_removed and not 'feedback' = any(c.modules_off)`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new NotFound(LINK_GONE);
  return { ...row, review: row.review ?? undefined };
};

const isScore = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= 5;

/** Throws `Invalid` with a message for each invalid field. */
const checkReview = ({ food, delivery, service, text }: ReviewDraft): void => {
  const scores = Object.entries({ food, delivery, service });
  const errors: FieldErrors = Object.fromEntries(
    scores.flatMap(([name, value]) => (isScore(value) ? [] : [[name, "Поставьте оценку от 1 до 5."]])),
  );
  if (text.length > REVIEW_TEXT_LENGTH) errors["text"] = `Не длиннее ${REVIEW_TEXT_LENGTH} знаков.`;
  refuseFields(errors);
};

/**
 * Saves the review of a guest, or changes it within 24 h. If the lowest score is 3 or less and the review has no case
 * yet, opens a case and notifies the users who answer guests. Throws `Conflict` after 24 h, and the errors of
 * `checkReview` and `readReviewLink`.
 */
export const saveReview = async (tx: Db, token: string, draft: ReviewDraft): Promise<void> => {
  checkReview(draft);
  // The lock serialises requests for the same order, so that one low score causes only one notification.
  await sql`select 1 from feedback_link where token = ${token} for update`.execute(tx);
  const { orderId, companyId, internalId } = await readReviewLink(tx, token);
  const { food, delivery, service, isCallBack } = draft;
  const text = draft.text.trim();
  const isLow = Math.min(food, delivery, service) <= LOW_SCORE;
  const { rows } = await sql<{ id: number; isOpened: boolean }>`
    with before as (select case_state from guest_review where company_id = ${companyId} and order_id = ${orderId})
    insert into guest_review (company_id, order_id, food, delivery, service, text, is_call_back, case_state)
    values (${companyId}, ${orderId}, ${food}, ${delivery}, ${service}, ${text}, ${isCallBack}, ${isLow ? "open" : null})
    on conflict on constraint guest_review_order_id_key do update set food = excluded.food, delivery = excluded.delivery, service = excluded.service,
      text = excluded.text, is_call_back = excluded.is_call_back, changed_at = now(), version = guest_review.version + 1,
      case_state = coalesce(guest_review.case_state, excluded.case_state)
    where guest_review.created_at > now() - interval '24 hours'
    returning id, case_state = 'open' and not exists (select from before where case_state is not null) as "isOpened"`.execute(
    tx,
  );
  const [saved] = rows;
  if (!saved) throw new Conflict("Отзыв можно изменить только в течение суток.");
  if (!saved.isOpened) return;
  const scores = `Еда ${food}, доставка ${delivery}, сервис ${service}`;
  const message = [scores, isCallBack ? "просит перезвонить" : "", text].filter(Boolean).join(". ").slice(0, 300);
  await notifyLowScore(tx, { companyId, reviewId: saved.id, title: `Плохой отзыв о заказе № ${internalId}`, message });
};
