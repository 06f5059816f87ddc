import type { Schemas } from "#api/client.ts";

/** Returns the path of a notification's subject: the order, or a new order from the call. Other notifications have none (platform, section 2). */
export const notificationPath = ({
  code,
  data,
}: Pick<Schemas["Notification"], "code" | "data">): string | undefined => {
  if (!data?.companyId) return undefined;
  if (code === "order" && data.orderId) return `/Company/${data.companyId}/Order/${data.orderId}`;
  if (code === "call" && data.callId) {
    const query = new URLSearchParams({ operatorPhoneCallId: String(data.callId), phone: data.number ?? "" });
    return `/Company/${data.companyId}/Order/New?${query}`;
  }
  return undefined;
};
