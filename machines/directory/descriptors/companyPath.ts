import type { Schemas } from "#api/client.ts";
import type { Reordering } from "#machines/directory/types.ts";

/** The company whose entries they are. */
export interface CompanyPath {
  readonly companyId: number;
}

/** A new order as the server takes it. */
export const toReorderBody = ({ seen, ids }: Reordering): Schemas["NewOrder"] => ({
  seen: seen.map(Number),
  ids: ids.map(Number),
});

/** A place among others as a field shows it. */
export const orderText = (order: number): string => String(order);

/** What a save says of the place; an empty field leaves it to the server. */
export const toOrderField = (text: string): { order?: number } => (text.trim() ? { order: Number(text) } : {});
