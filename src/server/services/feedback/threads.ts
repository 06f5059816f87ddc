import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import type { Caller } from "../session/caller.ts";
import { cutPage, type PageQuery, readCursor, rowLimit } from "../shared/cursor.ts";
import { Conflict, Forbidden, invalidFields, NotFound, requireRow, VersionRequired } from "../shared/domainErrors.ts";
import { checkVersion } from "../shared/versioning.ts";
import { notifyAsker, notifySupport } from "./feedbackNews.ts";

type Thread = Schemas["FeedbackThread"];
type Row = Schemas["FeedbackRow"];
type Dated<Entry> = Omit<Entry, "createdAt" | "changedAt"> & { createdAt: Date; changedAt: Date };

const NOT_FOUND = "Вопрос не найден.";

/**
 * Returns SQL that is true if the caller may answer questions in the company of the thread `t`, or is a global
 * administrator.
 */
const isSupporterSql = ({ userId, roles }: Caller) =>
  roles === "Admin"
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from company_user m join role r on r.id = m.role_id
        join company c on c.id = m.company_id and not c.is_removed
        where m.user_id = ${userId} and m.company_id = t.company_id
          and coalesce((r.permissions->>'feedback.answer')::int, 0) > 0)`;

const rowColumns = (caller: Caller) => sql`t.id, t.subject, t.state, t.is_faq as "isFaq", t.company_id as "companyId",
  c.name as "companyName", u.alias as "userName", t.user_id = ${caller.userId}::int as "isOwn", t.created_at as "createdAt",
  t.changed_at as "changedAt", t.version`;

const fromThreads = sql`from feedback_thread t join app_user u on u.id = t.user_id left join company c on c.id = t.company_id`;

const withTexts = <Entry extends { createdAt: Date; changedAt: Date }>({ createdAt, changedAt, ...row }: Entry) => ({
  ...row,
  createdAt: createdAt.toISOString(),
  changedAt: changedAt.toISOString(),
});

/** Returns a page of the threads that the caller may see, the latest first. Throws `Invalid` for a malformed cursor. */
export const listThreads = async (
  db: Db,
  caller: Caller,
  query: PageQuery & { readonly state?: Row["state"] },
): Promise<Schemas["FeedbackPage"]> => {
  const after = readCursor(query.cursor);
  const { rows } = await sql<Dated<Row> & { at: string }>`
    select ${rowColumns(caller)}, t.created_at::text as at ${fromThreads}
    where (t.user_id = ${caller.userId} or ${isSupporterSql(caller)})
      and ${query.state ? sql`t.state = ${query.state}` : sql`true`} and ${after ? sql`t.id < ${after.id}::int` : sql`true`}
    order by t.id desc limit ${rowLimit(query)}`.execute(db);
  const page = cutPage(rows, query);
  return { next: page.next, rows: page.rows.map(withTexts) };
};

type ThreadRow = Dated<Omit<Thread, "messages" | "mayPublish">> & { isSupporter: boolean };

const findThread = async (db: Db, caller: Caller, id: number, isLocked: boolean): Promise<ThreadRow> => {
  const { rows } =
    await sql<ThreadRow>`select ${rowColumns(caller)}, t.page, t.trace, ${isSupporterSql(caller)} as "isSupporter"
    ${fromThreads} where t.id = ${id} ${isLocked ? sql`for no key update of t` : sql``}`.execute(db);
  const row = requireRow(rows[0], NOT_FOUND);
  if (!row.isOwn && !row.isSupporter) throw new NotFound(NOT_FOUND);
  return row;
};

const withMessages = async (db: Db, caller: Caller, row: ThreadRow): Promise<Thread> => {
  const { rows } = await sql<Omit<Schemas["FeedbackMessage"], "at"> & { at: Date }>`
    select m.id, m.text, m.is_answer as "isAnswer", u.alias as "userName", m.at
    from feedback_message m join app_user u on u.id = m.user_id where m.thread_id = ${row.id} order by m.id`.execute(
    db,
  );
  const { isSupporter: _, trace, ...thread } = withTexts(row);
  const isAdmin = caller.roles === "Admin";
  return {
    ...thread,
    trace: thread.isOwn || isAdmin ? trace : null,
    mayPublish: isAdmin,
    messages: rows.map(({ at, ...message }) => ({ ...message, at: at.toISOString() })),
  };
};

/** Reads a thread. Throws `NotFound` for a thread that the caller may not see. */
export const readThread = async (db: Db, caller: Caller, id: number): Promise<Thread> =>
  withMessages(db, caller, await findThread(db, caller, id, false));

/** Trims a text. Throws `Invalid` for a text without content. */
const parseText = (field: string, text: string): string => {
  const trimmed = text.trim();
  if (trimmed === "") throw invalidFields({ [field]: "Заполните это поле." });
  return trimmed;
};

const addMessage = (tx: Db, threadId: number, caller: Caller, text: string, isAnswer: boolean) =>
  tx
    .insertInto("feedback_message")
    .values({ thread_id: threadId, user_id: caller.userId, is_answer: isAnswer, text })
    .execute();

/**
 * Creates a thread with its first message and notifies the users who may answer. Throws `NotFound` for a company to which the
 * caller does not belong, and `Invalid` for an empty subject or text.
 */
export const createThread = async (tx: Db, caller: Caller, save: Schemas["FeedbackCreate"]): Promise<Thread> => {
  const { companyId = null, page = null, trace = null } = save;
  if (companyId !== null) {
    const { rows } = await sql`select 1 from company_user m join company c on c.id = m.company_id and not c.is_removed
      where m.user_id = ${caller.userId} and m.company_id = ${companyId}`.execute(tx);
    requireRow(rows[0], "Компания не найдена.");
  }
  const [subject, text] = [parseText("subject", save.subject), parseText("text", save.text)];
  const { id } = await tx
    .insertInto("feedback_thread")
    .values({ user_id: caller.userId, company_id: companyId, subject, page, trace })
    .returning("id")
    .executeTakeFirstOrThrow();
  await addMessage(tx, id, caller, text, false);
  await notifySupport(tx, {
    threadId: id,
    companyId,
    byUserId: caller.userId,
    title: "Новый вопрос",
    message: subject,
  });
  return readThread(tx, caller, id);
};

/**
 * Locks a thread. Throws `NotFound` for a thread that the caller may not see, `VersionRequired` without a version, and
 * `Stale` if the caller saw a different version.
 */
const lockThread = async (tx: Db, caller: Caller, id: number, seen: number | undefined): Promise<ThreadRow> => {
  const row = await findThread(tx, caller, id, true);
  if (seen === undefined) throw new VersionRequired();
  if (seen !== row.version) checkVersion(await withMessages(tx, caller, row), seen, "Вопрос");
  return row;
};

const changeThread = async (tx: Db, id: number, state: Row["state"], isFaq?: boolean): Promise<void> => {
  await tx
    .updateTable("feedback_thread")
    .set((eb) => ({
      state,
      changed_at: sql<Date>`now()`,
      version: eb("version", "+", 1),
      ...(isFaq !== undefined && { is_faq: isFaq }),
    }))
    .where("id", "=", id)
    .execute();
};

/**
 * Adds a message and notifies the other side; the thread becomes `new` after a message of the asker, and `answered`
 * after one of a supporter. Throws `Forbidden` if a caller who is not an administrator publishes or unpublishes the
 * thread; `Invalid` for an empty text; and the errors of `lockThread`.
 */
export const answerThread = async (
  tx: Db,
  caller: Caller,
  { id, seen }: { readonly id: number; readonly seen: number | undefined },
  save: Schemas["FeedbackAnswer"],
): Promise<Thread> => {
  const row = await lockThread(tx, caller, id, seen);
  const { isFaq } = save;
  if (isFaq !== undefined && isFaq !== row.isFaq && caller.roles !== "Admin")
    throw new Forbidden("Частые вопросы ведёт администратор системы.");
  const text = parseText("text", save.text);
  await addMessage(tx, id, caller, text, !row.isOwn);
  await changeThread(tx, id, row.isOwn ? "new" : "answered", isFaq);
  const news = { threadId: id, companyId: row.companyId, byUserId: caller.userId, message: row.subject };
  if (row.isOwn) await notifySupport(tx, { ...news, title: "Ответ на вопрос" });
  else await notifyAsker(tx, { ...news, title: "Вам ответили" });
  return readThread(tx, caller, id);
};

/** Closes a thread. Throws `Conflict` if it is closed already, and the errors of `lockThread`. */
export const closeThread = async (
  tx: Db,
  caller: Caller,
  { id, seen }: { readonly id: number; readonly seen: number | undefined },
): Promise<Thread> => {
  const row = await lockThread(tx, caller, id, seen);
  if (row.state === "closed") throw new Conflict("Вопрос уже закрыт.");
  await changeThread(tx, id, "closed");
  return readThread(tx, caller, id);
};

/** Returns up to 200 frequent questions with their latest answers. Omits questions without an answer. */
export const listFaq = async (db: Db): Promise<Schemas["FeedbackFaq"][]> => {
  const { rows } = await sql<Schemas["FeedbackFaq"]>`select t.id, t.subject, m.text as answer from feedback_thread t
    join lateral (select text from feedback_message where thread_id = t.id and is_answer order by id desc limit 1) m on true
    where t.is_faq order by t.id limit 200`.execute(db);
  return rows;
};
