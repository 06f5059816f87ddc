import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { AccessRefused, type Providers } from "../../providers/provider.ts";
import { lockCompany } from "../accounts/administrators.ts";
import { checkInvoice } from "../payments/invoices.ts";
import { findSetupFault, type ProviderContext, requireProvider } from "../payments/providerCalls.ts";
import { inTransactionOf } from "../shared/changeAuthor.ts";
import { Conflict, invalidFields, NotFound, requireRow } from "../shared/domainErrors.ts";
import { checkVersion, parseName, type VersionedId } from "../shared/versioning.ts";

type Method = Schemas["ExternalMethod"];
type Save = Schemas["ExternalMethodSave"];

/** Settings of a shop at YooKassa. The configuration of the server supplies missing credentials. */
interface Settings {
  /** True if the invoices are paid by СБП only. */
  readonly isSbp?: boolean;
  readonly shopId?: string;
  readonly secretKey?: string;
}

/** External payment method as it is stored, with its secret. */
interface StoredMethod {
  readonly id: number;
  readonly companyId: number;
  readonly name: string;
  readonly provider: "sandbox" | "yookassa";
  readonly settings: Settings;
  readonly token: string;
  readonly version: number;
}

/**
 * User of a request that changes a method, and the function that stores the response in the transaction of the change.
 */
interface ChangeRequest {
  readonly userId: number;
  readonly finish: (tx: Db, json: string) => Promise<void>;
}

const selectMethods = (db: Db, companyId: number) =>
  db
    .selectFrom("external_payment_method")
    .select((eb) => ["id", "name", "provider", eb.ref("settings").$castTo<Settings>().as("settings")])
    .select(["company_id as companyId", "notification_token as token", "version"])
    .where("company_id", "=", companyId)
    .where("is_removed", "=", false);

const readStored = async (db: Db, companyId: number, id: number): Promise<StoredMethod> =>
  requireRow(
    await selectMethods(db, companyId).where("id", "=", id).executeTakeFirst(),
    "Внешний способ оплаты не найден.",
  );

const END_LENGTH = 4;

/** Converts a stored method to its representation in the API, which contains only the last characters of the secret. */
const toEntry = (providers: Providers, method: StoredMethod): Method => {
  const { token, settings, ...entry } = method;
  return {
    ...entry,
    isSbp: settings.isSbp ?? false,
    shopId: settings.shopId ?? null,
    secretEnd: settings.secretKey?.slice(-END_LENGTH) ?? null,
    isConfigured: findSetupFault(providers, method.provider, settings) === undefined,
    notificationPath: `/api/ExternalPaymentMethod/${token}/Notification`,
  };
};

/** Returns the external payment methods of a company, sorted by name. */
export const listExternalMethods = async (db: Db, providers: Providers, companyId: number): Promise<Method[]> => {
  const rows = await selectMethods(db, companyId).orderBy(sql`lower(name)`).orderBy("id").execute();
  return rows.map((row) => toEntry(providers, row));
};

/** Reads an external payment method of a company. Throws `NotFound` for any other method. */
export const readExternalMethod = async (
  db: Db,
  providers: Providers,
  companyId: number,
  id: number,
): Promise<Method> => toEntry(providers, await readStored(db, companyId, id));

/**
 * Checks the credentials at the provider. Throws `Invalid` if the provider refuses the credentials, and
 * `ProviderSilent` if the provider does not answer.
 */
const tryCredentials = async (providers: Providers, settings: Settings): Promise<void> => {
  try {
    await requireProvider(providers, "yookassa").checkAccess(settings);
  } catch (failure) {
    if (failure instanceof AccessRefused) throw invalidFields({ secretKey: failure.message });
    throw failure;
  }
};

const checkName = async (tx: Db, companyId: number, name: string, id: number): Promise<void> => {
  const others = await selectMethods(tx, companyId).where("id", "<>", id).execute();
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    throw invalidFields({ name: "Внешний способ оплаты с таким названием уже есть." });
};

const textOf = (text: string | null | undefined): string | undefined => text?.trim() || undefined;

/**
 * Adds an external payment method of YooKassa, after the provider has accepted its credentials, and returns the method
 * as JSON text. Throws `Invalid` for invalid fields, and the errors of `tryCredentials`.
 */
export const createExternalMethod = async (
  db: Db,
  providers: Providers,
  companyId: number,
  save: Save,
  { userId, finish }: ChangeRequest,
): Promise<string> => {
  const name = parseName(save.name);
  const [shopId, secretKey] = [textOf(save.shopId), textOf(save.secretKey)];
  if (!shopId) throw invalidFields({ shopId: "Укажите номер магазина." });
  if (!secretKey) throw invalidFields({ secretKey: "Укажите секретный ключ." });
  await tryCredentials(providers, { shopId, secretKey });
  return inTransactionOf(db, userId, async (tx) => {
    await lockCompany(tx, companyId);
    await checkName(tx, companyId, name, 0);
    const settings = JSON.stringify({ shopId, secretKey, isSbp: save.isSbp ?? false });
    const { id } = await tx
      .insertInto("external_payment_method")
      .values({ company_id: companyId, name, provider: "yookassa", settings })
      .returning("id")
      .executeTakeFirstOrThrow();
    const json = JSON.stringify(await readExternalMethod(tx, providers, companyId, id));
    await finish(tx, json);
    return json;
  });
};

/**
 * Returns the new settings of a changed method, or undefined if the credentials do not change. Throws `Invalid` for
 * incomplete credentials, for a different shop, and for fields that the sandbox does not support.
 */
const changeCredentials = ({ provider, settings }: StoredMethod, save: Save): Settings | undefined => {
  const [shopId, secretKey] = [textOf(save.shopId), textOf(save.secretKey)];
  if (provider === "sandbox") {
    if (save.isSbp) throw invalidFields({ isSbp: "Учебный платёж не проводит СБП." });
    if (shopId || secretKey) throw invalidFields({ shopId: "У учебного платежа нет магазина." });
    return undefined;
  }
  if (settings.shopId !== undefined && shopId !== settings.shopId)
    throw invalidFields({
      shopId: "Для другого магазина добавьте новый способ: иначе возвраты не найдут свой магазин.",
    });
  if (shopId && !secretKey && settings.secretKey === undefined)
    throw invalidFields({ secretKey: "Укажите секретный ключ." });
  if (!shopId && secretKey) throw invalidFields({ shopId: "Укажите номер магазина." });
  return secretKey ? { ...settings, ...(shopId && { shopId }), secretKey } : undefined;
};

/**
 * Changes an external payment method and returns it as JSON text. Stores a new secret only after the provider has
 * accepted it. Throws `NotFound` for an unknown method, `Stale` if the caller saw a different version, `Invalid` for a
 * used name, and the errors of `changeCredentials` and `tryCredentials`.
 */
export const updateExternalMethod = async (
  db: Db,
  providers: Providers,
  companyId: number,
  { id, seen }: VersionedId,
  save: Save,
  { userId, finish }: ChangeRequest,
): Promise<string> => {
  const name = parseName(save.name);
  const before = await readStored(db, companyId, id);
  checkVersion(toEntry(providers, before), seen);
  const changed = changeCredentials(before, save);
  if (changed) await tryCredentials(providers, changed);
  const settings: Settings = {
    ...(changed ?? before.settings),
    ...(save.isSbp !== undefined && { isSbp: save.isSbp }),
  };
  return inTransactionOf(db, userId, async (tx) => {
    await lockCompany(tx, companyId);
    const current = await readExternalMethod(tx, providers, companyId, id);
    checkVersion(current, before.version);
    await checkName(tx, companyId, name, id);
    await tx
      .updateTable("external_payment_method")
      .set((eb) => ({
        name,
        version: eb("version", "+", 1),
        ...(before.provider === "yookassa" && { settings: JSON.stringify(settings) }),
      }))
      .where("id", "=", id)
      .execute();
    const json = JSON.stringify(await readExternalMethod(tx, providers, companyId, id));
    await finish(tx, json);
    return json;
  });
};

/**
 * Removes an external payment method. Throws `NotFound` for an unknown method, and `Conflict` while a payment method of
 * the company uses the external method or the external method has an unpaid invoice.
 */
export const removeExternalMethod = async (tx: Db, companyId: number, id: number): Promise<undefined> => {
  await lockCompany(tx, companyId);
  await readStored(tx, companyId, id);
  const user = await tx
    .selectFrom("payment_method")
    .select("name")
    .where("external_payment_method_id", "=", id)
    .where("is_removed", "=", false)
    .executeTakeFirst();
  if (user) throw new Conflict(`Им принимает оплату способ «${user.name}». Сначала измените или удалите его.`);
  const pending = await tx
    .selectFrom("payment")
    .select("order_id as orderId")
    .where("company_id", "=", companyId)
    .where("external_payment_method_id", "=", id)
    .where("status", "=", "pending")
    .executeTakeFirst();
  if (pending) throw new Conflict(`По заказу ${pending.orderId} ждёт оплаты счёт. Дождитесь её или отклоните оплату.`);
  await tx
    .updateTable("external_payment_method")
    .set((eb) => ({ is_removed: true, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
  return undefined;
};

/**
 * Checks the stored credentials at the provider. Throws `NotFound` for an unknown method, `Conflict` with the
 * provider's message if the provider refuses the credentials, and `ProviderSilent` if the provider does not answer.
 */
export const checkExternalMethod = async (
  db: Db,
  providers: Providers,
  companyId: number,
  id: number,
): Promise<undefined> => {
  const { provider, settings } = await readStored(db, companyId, id);
  try {
    await requireProvider(providers, provider).checkAccess(settings);
  } catch (failure) {
    if (failure instanceof AccessRefused) throw new Conflict(failure.message);
    throw failure;
  }
  return undefined;
};

/**
 * Handles a notification of a provider about an invoice. If the invoice is unpaid, reads the current status from the
 * provider and stores the status; ignores any other invoice. Throws `NotFound` for an unknown token, and the errors of
 * `checkInvoice`.
 */
export const receiveNotification = async (
  db: Db,
  context: ProviderContext,
  token: string,
  { object }: Schemas["ProviderNotification"],
): Promise<undefined> => {
  const method = await db
    .selectFrom("external_payment_method")
    .select(["id", "company_id as companyId"])
    .where("notification_token", "=", token)
    .executeTakeFirst();
  if (!method) throw new NotFound("Такого адреса уведомлений нет.");
  const payment = await db
    .selectFrom("payment")
    .select(["id as paymentId", "order_id as orderId", "company_id as companyId"])
    .where("company_id", "=", method.companyId)
    .where("external_id", "=", object.id)
    .where("external_payment_method_id", "=", method.id)
    .where("status", "=", "pending")
    .executeTakeFirst();
  if (payment) await checkInvoice(db, context, payment);
  return undefined;
};
