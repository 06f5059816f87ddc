import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { lockCompany } from "../accounts/administrators.ts";
import { Conflict, type FieldErrors, refuseFields } from "../shared/domainErrors.ts";
import { checkVersion } from "../shared/versioning.ts";
import { showAllCategories } from "./shopCategories.ts";

type Settings = Schemas["Shop"];
type Save = Schemas["ShopSave"];

const defaults: Settings = {
  slug: "",
  opensAt: "00:00",
  closesAt: "00:00",
  isPaused: false,
  paymentMethodsId: [],
  statusId: null,
  version: 0,
};

/** Reads the shop of a company. Returns an empty slug and the version 0 if the company has no shop yet. */
export const readShopSettings = async (db: Db, companyId: number): Promise<Settings> =>
  (await db
    .selectFrom("shop")
    .select(["slug", "opens_at as opensAt", "closes_at as closesAt", "is_paused as isPaused"])
    .select(["payment_methods as paymentMethodsId", "status_id as statusId", "version"])
    .where("company_id", "=", companyId)
    .executeTakeFirst()) ?? defaults;

const findErrors = async (tx: Db, companyId: number, save: Save): Promise<FieldErrors> => {
  const ids = save.paymentMethodsId ?? [];
  const methods = await tx
    .selectFrom("payment_method")
    .select("id")
    .where("company_id", "=", companyId)
    .where((eb) => eb("id", "=", eb.fn.any(eb.val(ids))))
    .where("is_removed", "=", false)
    .forKeyShare()
    .execute();
  const statuses = await tx
    .selectFrom("order_status")
    .select("id")
    .where("company_id", "=", companyId)
    .where("id", "=", save.statusId ?? null)
    .where((eb) => eb.and({ is_removed: false, is_technical: false, is_require_reason: false }))
    .where((eb) => eb.and({ is_closed: false, is_cancel: false }))
    .forShare()
    .execute();
  return {
    ...(methods.length < new Set(ids).size && { paymentMethodsId: "Такого способа оплаты нет." }),
    ...(save.statusId && statuses.length === 0 && { statusId: "С этого статуса заказ начаться не может." }),
  };
};

/**
 * Throws `Conflict` if another company has the slug. Saves with the same slug are serialised until the transaction
 * ends.
 */
const checkSlug = async (tx: Db, companyId: number, slug: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`shop slug ${slug}`}, 0))`.execute(tx);
  const other = await tx
    .selectFrom("shop")
    .select("company_id")
    .where("slug", "=", slug)
    .where("company_id", "<>", companyId)
    .executeTakeFirst();
  if (other) throw new Conflict(`Адрес «${slug}» уже занят другим магазином. Придумайте другой.`);
};

/**
 * Saves the shop of a company; a new shop shows all categories with dishes, except those that are offered as modifiers.
 * Throws `Invalid` for invalid fields, `Stale` if the caller saw a different version, and `Conflict` if another company
 * has the slug.
 */
export const updateShopSettings = async (
  tx: Db,
  companyId: number,
  seen: number | undefined,
  save: Save,
): Promise<Settings> => {
  await lockCompany(tx, companyId);
  const before = await readShopSettings(tx, companyId);
  checkVersion(before, seen);
  refuseFields(await findErrors(tx, companyId, save));
  await checkSlug(tx, companyId, save.slug);
  const row = {
    slug: save.slug,
    opens_at: save.opensAt,
    closes_at: save.closesAt,
    is_paused: save.isPaused,
    payment_methods: [...new Set(save.paymentMethodsId ?? [])],
    status_id: save.statusId ?? null,
    version: before.version + 1,
  };
  await tx
    .insertInto("shop")
    .values({ company_id: companyId, ...row })
    .onConflict((conflict) => conflict.column("company_id").doUpdateSet(row))
    .execute();
  if (before.version === 0) await showAllCategories(tx, companyId);
  return readShopSettings(tx, companyId);
};
