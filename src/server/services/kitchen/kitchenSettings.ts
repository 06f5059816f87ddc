import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { lockCompany } from "../accounts/administrators.ts";
import { type FieldErrors, refuseFields } from "../shared/domainErrors.ts";
import { checkVersion } from "../shared/versioning.ts";

type Settings = Schemas["KitchenSettings"];
type Save = Schemas["KitchenSettingsSave"];

const defaults: Settings = { sendBy: "time", sendStatusId: null, startStatusId: null, readyStatusId: null, version: 0 };

/**
 * Reads the kitchen settings of a company. If the company never saved settings, returns the default settings with the
 * version 0.
 */
export const readKitchenSettings = async (db: Db, companyId: number): Promise<Settings> =>
  (await db
    .selectFrom("kitchen_settings")
    .select(["send_by as sendBy", "send_status_id as sendStatusId"])
    .select(["start_status_id as startStatusId", "ready_status_id as readyStatusId", "version"])
    .where("company_id", "=", companyId)
    .executeTakeFirst()) ?? defaults;

const statusFields = ["sendStatusId", "startStatusId", "readyStatusId"] as const;

/**
 * Returns an error for each status that the kitchen cannot set: an unknown, removed, closing, cancelling or technical
 * status, or one that requires a reason.
 */
const findStatusErrors = async (tx: Db, companyId: number, save: Save): Promise<FieldErrors> => {
  const ids = statusFields.flatMap((field) => save[field] ?? []);
  const rows = await tx
    .selectFrom("order_status")
    .select("id")
    .where("company_id", "=", companyId)
    .where((eb) => eb("id", "=", eb.fn.any(eb.val(ids))))
    .where((eb) => eb.and({ is_removed: false, is_technical: false, is_require_reason: false }))
    .where((eb) => eb.and({ is_closed: false, is_cancel: false }))
    .forShare()
    .execute();
  const usable = new Set(rows.map(({ id }) => id));
  return Object.fromEntries(
    statusFields.flatMap((field) => {
      const id = save[field] ?? null;
      return id === null || usable.has(id) ? [] : [[field, "Кухня не может поставить этот статус."]];
    }),
  );
};

/**
 * Updates the kitchen settings of a company. Throws `Stale` if the caller saw a different version, and `Invalid` for a
 * missing or unusable status.
 */
export const updateKitchenSettings = async (
  tx: Db,
  companyId: number,
  seen: number | undefined,
  save: Save,
): Promise<Settings> => {
  await lockCompany(tx, companyId);
  const before = await readKitchenSettings(tx, companyId);
  checkVersion(before, seen);
  const { sendBy, sendStatusId = null, startStatusId = null, readyStatusId = null } = save;
  refuseFields({
    ...(sendBy === "status" && sendStatusId === null && { sendStatusId: "Выберите статус." }),
    ...(await findStatusErrors(tx, companyId, save)),
  });
  const row = {
    send_by: sendBy,
    send_status_id: sendBy === "status" ? sendStatusId : null,
    start_status_id: startStatusId,
    ready_status_id: readyStatusId,
    version: before.version + 1,
  };
  await tx
    .insertInto("kitchen_settings")
    .values({ company_id: companyId, ...row })
    .onConflict((conflict) => conflict.column("company_id").doUpdateSet(row))
    .execute();
  return readKitchenSettings(tx, companyId);
};
