import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import type { Caller } from "../session/caller.ts";
import { Conflict } from "../shared/domainErrors.ts";

/** Deletes the stored position of a courier. */
export const hidePosition = async (tx: Db, companyId: number, courierId: number): Promise<void> => {
  await tx
    .deleteFrom("courier_position")
    .where("company_id", "=", companyId)
    .where("user_id", "=", courierId)
    .execute();
};

/**
 * Stores the position of the calling courier, or deletes it if the point is null. Throws `Conflict` for a point while
 * the courier has no started trip, because a position is shown only during a trip (areas, section 8).
 */
export const savePosition = async (
  tx: Db,
  companyId: number,
  { userId }: Caller,
  { point }: Schemas["CourierPositionSave"],
): Promise<undefined> => {
  if (point === null) {
    await hidePosition(tx, companyId, userId);
    return undefined;
  }
  // The row lock delays the end of the trip until this position is stored. The end of the trip then deletes the
  // position.
  const trip = await tx
    .selectFrom("delivery_trip")
    .select("id")
    .where("company_id", "=", companyId)
    .where("courier_id", "=", userId)
    .where("state", "in", ["out", "returning"])
    .forShare()
    .executeTakeFirst();
  if (!trip) throw new Conflict("Положение видно только в рейсе.");
  await sql`insert into courier_position (company_id, user_id, lat, lon) values (${companyId}, ${userId}, ${point.lat}, ${point.lon})
    on conflict (company_id, user_id) do update set lat = excluded.lat, lon = excluded.lon, at = now()`.execute(tx);
  return undefined;
};
