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

/** Data that the form of a new entry needs for its field "position in the list". */
export interface OrderChoice {
  /** Position after the last entry. */
  readonly nextOrder: string;
}

/** Returns the position after the last row. */
export const nextOrderOf = (rows: readonly { readonly order: number }[]): string =>
  String(Math.max(0, ...rows.map(({ order }) => order)) + 1);
