import type { Schemas } from "#api/client.ts";
import type { Reordering } from "#machines/directory/types.ts";

/** Path parameter with the id of a company. */
export interface CompanyPath {
  readonly companyId: number;
}

/** Returns the request body that saves a new sequence of the rows. */
export const toReorderBody = ({ seen, ids }: Reordering): Schemas["NewOrder"] => ({
  seen: seen.map(Number),
  ids: ids.map(Number),
});

/** Returns the text of the field "position in the list". */
export const orderText = (order: number): string => String(order);

/** Returns the position for a save. If the text is empty, the server chooses the position. */
export const toOrderField = (text: string): { order?: number } => (text.trim() ? { order: Number(text) } : {});
