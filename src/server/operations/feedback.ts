import type { Handlers } from "../http/handlerTypes.ts";
import { listReviews, readReview, resolveReview } from "../services/feedback/guestReviews.ts";
import {
  answerThread,
  closeThread,
  createThread,
  listFaq,
  listThreads,
  readThread,
} from "../services/feedback/threads.ts";

/** Handlers for questions to the support and reviews of guests. */
export const feedbackOperations = {
  listFeedback: ({ db, caller, query }) => listThreads(db, caller, query),
  createFeedback: ({ db, caller, body }) => createThread(db, caller, body),
  listFeedbackFaq: ({ db }) => listFaq(db),
  getFeedback: ({ db, caller, path }) => readThread(db, caller, path.id),
  answerFeedback: ({ db, caller, path, seen, body }) => answerThread(db, caller, { id: path.id, seen }, body),
  closeFeedback: ({ db, caller, path, seen }) => closeThread(db, caller, { id: path.id, seen }),
  listGuestReviews: ({ db, company, query }) => listReviews(db, company.id, query),
  getGuestReview: ({ db, company, path }) => readReview(db, company.id, path.id),
  resolveGuestReview: ({ db, company, caller, path, seen, body }) =>
    resolveReview(db, company.id, { id: path.id, seen, userId: caller.userId }, body),
} satisfies Partial<Handlers>;
