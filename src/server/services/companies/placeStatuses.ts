import type { Db } from "../../database/connection.ts";
import { orderStatuses } from "../configuration/orderStatuses.ts";

/** Order status or other directory entry, identified by its name. */
export interface Named {
  readonly name: string;
}

/** Returns true if the names of two entries differ at most in letter case. */
export const isSameName = (one: Named, other: Named): boolean => one.name.toLowerCase() === other.name.toLowerCase();

/** Sorts the statuses of a company so that each added status follows the status that precedes it in `template`. */
export const placeStatuses = async (
  tx: Db,
  companyId: number,
  template: readonly Named[],
  added: readonly Named[],
): Promise<void> => {
  const current = await orderStatuses.inUse(tx, companyId);
  const sorted = current.filter((status) => !added.some((other) => isSameName(status, other)));
  for (const [index, entry] of template.entries()) {
    const status = current.find((one) => isSameName(one, entry));
    if (!status || sorted.includes(status)) continue;
    const previous = template[index - 1];
    sorted.splice(previous ? sorted.findIndex((one) => isSameName(one, previous)) + 1 : 0, 0, status);
  }
  const idsOf = (list: typeof current) => list.map(({ id }) => id);
  await orderStatuses.reorder(tx, companyId, { seen: idsOf(current), ids: idsOf(sorted) });
};
