import { lazyRoute, type Route, type RouteParams } from "../route.ts";

const loadThread = async () => {
  const { ThreadEditor } = await import("../../screens/feedback/ThreadEditor.tsx");
  return ({ params: { threadId } }: { params: RouteParams }) => <ThreadEditor key={threadId} id={Number(threadId)} />;
};

const loadReview = async () => {
  const { GuestReviewEditor } = await import("../../screens/feedback/GuestReviewEditor.tsx");
  return ({ params: { companyId, reviewId } }: { params: RouteParams }) => (
    <GuestReviewEditor key={`${companyId} ${reviewId}`} companyId={Number(companyId)} id={Number(reviewId)} />
  );
};

/** Routes of the questions to the support and of the reviews of guests (areas, section 12). */
export const feedbackRoutes: readonly Route[] = [
  lazyRoute(
    "/Feedback",
    async () => (await import("../../screens/feedback/FeedbackList.tsx")).FeedbackList,
    () => ["/api/Feedback"],
  ),
  lazyRoute(
    "/Feedback/Faq",
    async () => (await import("../../screens/feedback/FeedbackFaq.tsx")).FeedbackFaq,
    () => ["/api/Feedback/Faq"],
  ),
  lazyRoute("/Feedback/New", async () => (await import("../../screens/feedback/QuestionEditor.tsx")).QuestionEditor),
  lazyRoute(
    "/Feedback/Guest",
    async () => (await import("../../screens/feedback/GuestReviewList.tsx")).GuestReviewList,
  ),
  lazyRoute("/Feedback/Guest/:companyId/:reviewId", loadReview, ({ companyId, reviewId }) => [
    `/api/Feedback/${reviewId}/Company/${companyId}/Guest`,
  ]),
  lazyRoute("/Feedback/:threadId", loadThread, ({ threadId }) => [`/api/Feedback/${threadId}`]),
];
