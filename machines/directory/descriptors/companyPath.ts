import type { Schemas } from "#api/client.ts";
import type { Reordering } from "#machines/directory/types.ts";

/** Company of an entry or a list. */
export interface CompanyPath {
  readonly companyId: number;
}

/** Returns the request body of a new row order. */
export const toReorderBody = ({ seen, ids }: Reordering): Schemas["NewOrder"] => ({
  seen: seen.map(Number),
  ids: ids.map(Number),
});

/** Returns the text of the position field. */
export const orderText = (order: number): string => String(order);

/** Returns the position for a save. Without a typed position the server chooses it. */
export const toOrderField = (text: string): { order?: number } => (text.trim() ? { order: Number(text) } : {});
