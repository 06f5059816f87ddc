import type { DraftCall } from "#machines/orders/editor/draft.ts";

/** Reads the phone call of a new order from a query string. Returns null if there is none. */
export const readCall = (search: string): DraftCall | null => {
  const query = new URLSearchParams(search);
  const id = Number(query.get("operatorPhoneCallId")) || null;
  const phone = (query.get("phone") ?? "").replace(/^ /, "+");
  return id === null && phone === "" ? null : { id, phone };
};

/** Returns the path of the editor for a new order. The phone call of the order, if any, is in the query string. */
export const newOrderPath = (companyId: number, call: DraftCall | null): string => {
  const path = `/Company/${companyId}/Order/New`;
  if (call === null) return path;
  const query = new URLSearchParams({ ...(call.id && { operatorPhoneCallId: String(call.id) }), phone: call.phone });
  return `${path}?${query}`;
};

/** Returns the name of a lane's tab. */
export const laneName = (id: number): string => `lane-${id}`;
