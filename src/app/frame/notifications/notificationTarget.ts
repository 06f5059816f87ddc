import type { Schemas } from "#api/client.ts";

/** Where a notification leads: 'order' to its order (platform, section 2), 'call' to a new order begun with the call; others nowhere. */
export const notificationTarget = ({
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
