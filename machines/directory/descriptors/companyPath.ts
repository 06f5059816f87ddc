import type { Schemas } from "#api/client.ts";
import type { Reordering } from "#machines/directory/types.ts";

/** Path parameter with the id of a company. */
export interface CompanyPath {
  readonly companyId: number;
}

/** Returns the request body that saves a new sequence of the rows. */
export const toReorderBody = ({ seen, ids }: Reordering): Schemas["Reordering"] => ({
  seen: seen.map(Number),
  ids: ids.map(Number),
});

/** Converts a position in the list into the text of the form field. */
export const orderText = (order: number): string => String(order);

/** Data for the form field "position in the list" of a new record. */
export interface OrderChoice {
  /** Position after the last record. */
  readonly nextOrder: string;
}

/** Returns the position for a new row at the end of the list. */
export const nextOrderOf = (rows: readonly { readonly order: number }[]): string =>
  String(Math.max(0, ...rows.map(({ order }) => order)) + 1);
