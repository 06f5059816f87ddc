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
  const rows = await tx
    .selectFrom("order_status")
    .select(["id", "is_closed as isClosed"])
    .where("company_id", "=", companyId)
    .where((eb) => eb("id", "=", eb.fn.any(eb.val(ids))))
    .where((eb) => eb.and({ is_removed: false, is_technical: false, is_require_reason: false, is_cancel: false }))
    .forShare()
    .execute();
  return new Map(rows.map(({ id, isClosed }) => [id, isClosed]));
};

/**
 * Updates the delivery settings of a company. Throws `Stale` if the caller saw a different version, and `Invalid` for a
 * status that a delivery cannot set or for a start status that closes orders.
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
