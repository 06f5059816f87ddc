import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import type { Providers } from "../../providers/provider.ts";
import { findSetupFault } from "../payments/providerCalls.ts";
import type { Complete } from "../shared/complete.ts";
import { type FieldErrors, refuseFields } from "../shared/domainErrors.ts";
import type { VersionedId } from "../shared/versioning.ts";
import { createDirectory } from "./sortedDirectory.ts";

type Method = Complete<Omit<Schemas["PaymentMethod"], "isConfigured">>;
type Save = Schemas["PaymentMethodSave"];

/** Directory of the payment methods of a company. */
export const paymentMethods = createDirectory<Method>({
  table: "payment_method",
  columns: sql`id, name, finance_source_id as "financeSourceId", external_payment_method_id as "externalPaymentMethodId",
    sort as "order", is_cash as "isCash", version`,
  missing: "Способ оплаты не найден.",
  taken: "Способ оплаты с таким названием уже есть.",
});

const DEFAULT_ORDER = 128;

const readNamed = async (db: Db, companyId: number, save: Save) => {
  const { rows } = await sql<{ hasSource: boolean; hasExternal: boolean }>`select
    exists (select 1 from finance_source where id = ${save.financeSourceId ?? null}::int and company_id = ${companyId}
      and not is_removed) as "hasSource",
    exists (select 1 from external_payment_method
      where id = ${save.externalPaymentMethodId ?? null}::int and company_id = ${companyId} and not is_removed) as "hasExternal"`.execute(
    db,
  );
  return rows[0] ?? { hasSource: false, hasExternal: false };
};

const validateSave = async (tx: Db, companyId: number, save: Save) => {
  const { name, order: sort, financeSourceId, externalPaymentMethodId, isCash } = save;
  const { hasSource, hasExternal } = await readNamed(tx, companyId, save);
  const errors: FieldErrors = {};
  if (financeSourceId && !hasSource) errors["financeSourceId"] = "Такого источника финансов нет.";
  if (externalPaymentMethodId && !hasExternal)
    errors["externalPaymentMethodId"] = "Такого внешнего способа оплаты нет.";
  if (externalPaymentMethodId && isCash) errors["isCash"] = "Внешняя оплата не бывает наличными.";
  refuseFields(errors);
  return {
    name,
    sort,
    finance_source_id: financeSourceId,
    external_payment_method_id: externalPaymentMethodId,
    is_cash: isCash,
  };
};

/**
 * Adds a payment method. Throws `Invalid` for a used name, an unknown finance source or external payment method, and an
 * external method for cash.
 */
export const createPaymentMethod = async (tx: Db, companyId: number, save: Save): Promise<Method> => {
  const { sort = DEFAULT_ORDER, ...values } = await validateSave(tx, companyId, save);
  return paymentMethods.add(tx, companyId, { ...values, sort });
};

/**
 * Updates a payment method. Throws `NotFound` for an unknown method, `Stale` if the caller saw a different version, and
 * the errors of `createPaymentMethod`.
 */
export const updatePaymentMethod = async (
  tx: Db,
  companyId: number,
  which: VersionedId,
  save: Save,
): Promise<Method> => {
  const { id } = await paymentMethods.open(tx, companyId, which);
  return paymentMethods.write(tx, companyId, id, await validateSave(tx, companyId, save));
};

/** Returns the payment methods of a company. `isConfigured` is false if the provider cannot issue invoices. */
export const listPaymentMethods = async (db: Db, providers: Providers, companyId: number): Promise<Method[]> => {
  const methods = await paymentMethods.inUse(db, companyId);
  const externals = await db
    .selectFrom("external_payment_method")
    .select(["id", "provider", "settings"])
    .where("company_id", "=", companyId)
    .execute();
  const faulty = new Set(
    externals
      .filter(({ provider, settings }) => findSetupFault(providers, provider, settings) !== undefined)
      .map(({ id }) => id),
  );
  return methods.map((method) => ({
    ...method,
    isConfigured: method.externalPaymentMethodId === null || !faulty.has(method.externalPaymentMethodId),
  }));
};

/** Returns the ids and names of a company's external payment methods, sorted by name. */
export const listExternalPaymentMethods = async (
  db: Db,
  companyId: number,
): Promise<Schemas["ExternalPaymentMethod"][]> => {
  const rows = await db
    .selectFrom("external_payment_method")
    .select(["id", "name"])
    .where("company_id", "=", companyId)
    .where("is_removed", "=", false)
    .orderBy("name")
    .orderBy("id")
    .execute();
  return rows;
};
