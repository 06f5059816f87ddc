import type { Schemas } from "#api/client.ts";

/**
 * Returns the path of the screen to which a notification belongs: an order, a call, the override requests, a question,
 * a review, the invitations or the account. Returns undefined for any other notification (platform, section 2).
 */
export const notificationPath = ({
  code,
  data,
}: Pick<Schemas["Notification"], "code" | "data">): string | undefined => {
  if (code === "invitation") return "/";
  if (code === "newDevice") return "/Account";
  if (data?.threadId) return `/Feedback/${data.threadId}`;
  if (!data?.companyId) return undefined;
  if (data.reviewId) return `/Feedback/Guest/${data.companyId}/${data.reviewId}`;
  if (code === "override") return `/Company/${data.companyId}/Override`;
  if (code === "order" && data.orderId) return `/Company/${data.companyId}/Order/${data.orderId}`;
  if (code === "call" && data.callId) {
    const query = new URLSearchParams({ operatorPhoneCallId: String(data.callId), phone: data.number ?? "" });
    return `/Company/${data.companyId}/Order/New?${query}`;
  }
  return undefined;
};
