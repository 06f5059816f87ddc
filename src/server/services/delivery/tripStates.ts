import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import type { OrderKey } from "../orders/orderKey.ts";
import { lockRow } from "../shared/lockRow.ts";

/**
 * Sets the state of a trip after a change of its stops: `out` if the courier is still on the way to a stop, otherwise
 * `returning`. Closed trips and planned trips with assigned stops keep their state, and planned trips without stops are
 * deleted.
 */
export const settleTrip = async (tx: Db, companyId: number, tripId: number): Promise<void> => {
  // The trip is locked first, in a statement of its own, so that the next two statements see a stop that another
  // request has just added.
  await lockRow(tx, "delivery_trip", companyId, tripId);
  await sql`delete from delivery_trip t where t.id = ${tripId} and t.company_id = ${companyId} and t.state = 'planned'
    and not exists (select 1 from delivery_stop d where d.trip_id = t.id and d.company_id = t.company_id)`.execute(tx);
  await sql`update delivery_trip t set state = case when exists (select 1 from delivery_stop d
      where d.trip_id = t.id and d.company_id = t.company_id and d.state = 'onTheWay') then 'out' else 'returning' end
    where t.id = ${tripId} and t.company_id = ${companyId} and (t.state in ('out', 'returning') or t.state = 'planned' and not exists (
      select 1 from delivery_stop d where d.trip_id = t.id and d.company_id = t.company_id and d.state = 'assigned'))`.execute(
    tx,
  );
};

/**
 * Marks the delivery of a closed order as delivered if the courier has not finished it, and updates the state of the
 * trip.
 */
export const closeDelivery = async (tx: Db, order: OrderKey): Promise<void> => {
  const rows = await tx
    .updateTable("delivery_stop")
    .set({ state: "delivered", at: sql`now()`, received_at: sql`now()` })
    .where("order_id", "=", order.id)
    .where("company_id", "=", order.companyId)
    .where("state", "in", ["assigned", "onTheWay"])
    .returning("trip_id as tripId")
    .execute();
  for (const { tripId } of rows) await settleTrip(tx, order.companyId, tripId);
};
