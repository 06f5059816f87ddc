import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { lockCompany } from "../accounts/administrators.ts";
import { refuseFields } from "../shared/domainErrors.ts";
import { checkVersion } from "../shared/versioning.ts";

type Settings = Schemas["DeliverySettings"];
type Save = Schemas["DeliverySettingsSave"];

const defaults: Settings = { startStatusId: null, deliveredStatusId: null, version: 0 };

/**
 * Reads the delivery settings of a company. If the company never saved settings, returns the default settings with the
 * version 0.
 */
export const readDeliverySettings = async (db: Db, companyId: number): Promise<Settings> =>
  (await db
    .selectFrom("delivery_settings")
    .select(["start_status_id as startStatusId", "delivered_status_id as deliveredStatusId", "version"])
    .where("company_id", "=", companyId)
    .executeTakeFirst()) ?? defaults;

/**
 * Locks those statuses among `ids` that a delivery can set. Returns a map from the id of each locked status to a flag,
 * which is true if the status closes orders.
 */
const readUsable = async (tx: Db, companyId: number, ids: readonly number[]): Promise<ReadonlyMap<number, boolean>> => {
  const { rows } = await sql<{ id: number; isClosed: boolean }>`select id, is_closed as "isClosed" from order_status
    where company_id = ${companyId} and id = any(${ids}) and not is_removed and not is_technical
      and not is_require_reason and not is_cancel for share`.execute(tx);
  return new Map(rows.map(({ id, isClosed }) => [id, isClosed]));
};

/**
 * Updates the delivery settings of a company. Throws `Stale` if the caller saw a different version, and `Invalid` for a
 * status that a delivery cannot set.
 */
export const updateDeliverySettings = async (
  tx: Db,
  companyId: number,
  seen: number | undefined,
  { startStatusId = null, deliveredStatusId = null }: Save,
): Promise<Settings> => {
  await lockCompany(tx, companyId);
  const before = await readDeliverySettings(tx, companyId);
  checkVersion(before, seen);
  const usable = await readUsable(tx, companyId, [startStatusId ?? 0, deliveredStatusId ?? 0]);
  refuseFields({
    ...(startStatusId !== null &&
      usable.get(startStatusId) !== false && { startStatusId: "Доставка не может поставить этот статус." }),
    ...(deliveredStatusId !== null &&
      !usable.has(deliveredStatusId) && { deliveredStatusId: "Доставка не может поставить этот статус." }),
  });
  const row = { start_status_id: startStatusId, delivered_status_id: deliveredStatusId, version: before.version + 1 };
  await tx
    .insertInto("delivery_settings")
    .values({ company_id: companyId, ...row })
    .onConflict((conflict) => conflict.column("company_id").doUpdateSet(row))
    .execute();
  return readDeliverySettings(tx, companyId);
};
