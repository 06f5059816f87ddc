import { type Schemas, unwrap } from "#api/client.ts";
import { hiddenUnless } from "#machines/core/commandRules.ts";
import type { PagedQueryDescriptor } from "#machines/core/pagedQuery.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import type { EditorDescriptor } from "#machines/directory/types.ts";
import type { CompanyPath } from "./companyPath.ts";

export type FeedbackRow = Schemas["FeedbackRow"];
export type GuestReviewRow = Schemas["GuestReview"];
type Thread = Schemas["FeedbackThread"];

const states: readonly Schemas["FeedbackState"][] = ["new", "answered", "closed"];

/** Descriptor of the list of questions to the support team. A question can be closed. */
export const feedbackQuery: PagedQueryDescriptor<FeedbackRow, "close"> = {
  page: (api, filter, cursor, signal) => {
    const state = states.find((one) => one === filter["state"]);
    const query = { ...(state && { state }), ...(cursor !== undefined && { cursor }) };
    return unwrap(api.GET("/api/Feedback", { params: { query }, signal }));
  },
  commands: {
    close: (api, { id, version }, { key, signal }) => {
      const params = { path: { id }, header: toWriteHeaders({ version, key }) };
      return unwrap(api.POST("/api/Feedback/{id}/Close", { params, signal }));
    },
  },
  commandRules: { close: hiddenUnless(({ state }) => state !== "closed") },
};

/** Descriptor of the query for the frequently asked questions (FAQ). */
export const feedbackFaqQuery: QueryDescriptor<Record<string, never>, readonly Schemas["FeedbackFaq"][]> = {
  name: "feedbackFaq",
  load: (api, _query, signal) => unwrap(api.GET("/api/Feedback/Faq", { signal }), Array.isArray),
};

/** Draft of a question. A company id of 0 means that the question concerns no company. */
export interface QuestionDraft {
  subject: string;
  text: string;
  companyId: number;
  isTraceAttached: boolean;
}

/**
 * Data for a new question. `page` is the path of the page from which the user opened the form, and `trace` returns the
 * recorded steps of the state machines with masked secrets.
 */
export interface QuestionScope {
  readonly page: string | undefined;
  readonly companyId: number;
  readonly trace: () => string;
}

const MAX_TRACE = 100_000;

/** Descriptor of the form for a new question. */
export const questionEditor: EditorDescriptor<QuestionScope, QuestionDraft> = {
  name: "question",
  loadChoices: async () => undefined,
  blank: ({ companyId, page }) => ({ subject: "", text: "", companyId, isTraceAttached: page !== undefined }),
  read: () => Promise.reject(new Error("A question is never edited")),
  save: (api, { page, trace }, { draft, key }, signal) => {
    const { subject, text, companyId, isTraceAttached } = draft;
    const body = {
      subject: subject.trim(),
      text: text.trim(),
      companyId: companyId || null,
      page: page ?? null,
      trace: isTraceAttached ? trace().slice(-MAX_TRACE) : null,
    };
    return unwrap(api.POST("/api/Feedback", { params: { header: { "Idempotency-Key": key } }, body, signal }));
  },
};

export interface AnswerDraft {
  text: string;
  isFaq: boolean;
}

/** Returns the descriptor of the form that answers a question. `loadChoices` reads the question with its messages. */
export const answerEditor = (id: number): EditorDescriptor<undefined, AnswerDraft, Thread> => {
  const find = (...[api, , signal]: Parameters<EditorDescriptor<undefined, AnswerDraft, Thread>["loadChoices"]>) =>
    unwrap(api.GET("/api/Feedback/{id}", { params: { path: { id } }, signal }));
  return {
    name: `answer-${id}`,
    loadChoices: find,
    blank: (_scope, { isFaq }) => ({ text: "", isFaq }),
    read: async (api, scope, _id, signal) => {
      const { isFaq, version } = await find(api, scope, signal);
      return { draft: { text: "", isFaq }, version };
    },
    save: (api, _scope, { draft: { text, isFaq }, version, key }, signal) => {
      const params = { path: { id }, header: toWriteHeaders({ version, key }) };
      const body = { text: text.trim(), isFaq };
      return unwrap(api.POST("/api/Feedback/{id}/Answer", { params, body, signal }));
    },
  };
};

/** Returns the descriptor of the list of a company's guest reviews. */
export const guestReviewsQuery = (companyId: number): PagedQueryDescriptor<GuestReviewRow> => ({
  page: (api, filter, cursor, signal) => {
    const state = (["open", "closed"] as const).find((one) => one === filter["case"]);
    const query = { ...(state && { case: state }), ...(cursor !== undefined && { cursor }) };
    return unwrap(
      api.GET("/api/Feedback/Company/{companyId}/Guest", { params: { path: { companyId }, query }, signal }),
    );
  },
  commands: {},
});

/** Draft of the outcome of a case. A case is the handling of a guest's review. */
export interface ReviewCaseDraft {
  caseText: string;
  isClosed: boolean;
}

/**
 * Returns the descriptor of the form in which a user records the outcome of a case. `loadChoices` reads the guest's
 * review.
 */
export const reviewCaseEditor = (id: number): EditorDescriptor<CompanyPath, ReviewCaseDraft, GuestReviewRow> => {
  const find = (
    ...[api, { companyId }, signal]: Parameters<
      EditorDescriptor<CompanyPath, ReviewCaseDraft, GuestReviewRow>["loadChoices"]
    >
  ) => unwrap(api.GET("/api/Feedback/{id}/Company/{companyId}/Guest", { params: { path: { companyId, id } }, signal }));
  const toDraft = ({ caseText, caseState }: GuestReviewRow): ReviewCaseDraft => ({
    caseText: caseText ?? "",
    isClosed: caseState === "closed",
  });
  return {
    name: `reviewCase-${id}`,
    permission: () => "feedback.answer",
    isLocked: (_scope, _draft, { caseState }) => caseState === null,
    loadChoices: find,
    blank: (_scope, review) => toDraft(review),
    read: async (api, scope, _id, signal) => {
      const review = await find(api, scope, signal);
      return { draft: toDraft(review), version: review.version };
    },
    save: (api, { companyId }, { draft: { caseText, isClosed }, version, key }, signal) => {
      const params = { path: { companyId, id }, header: toWriteHeaders({ version, key }) };
      const body = { companyId, caseState: isClosed ? ("closed" as const) : ("open" as const), caseText };
      return unwrap(api.PUT("/api/Feedback/{id}/Company/{companyId}/Guest", { params, body, signal }));
    },
  };
};
