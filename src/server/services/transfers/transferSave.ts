import type { Schemas } from "#api/client.ts";
import type { Zone } from "#domain/dates.ts";
import { formatDateTime } from "#domain/format.ts";
import type { Db } from "../../database/connection.ts";
import { isTooFine, tooFineMessage } from "../items/itemLines.ts";
import type { Caller, CompanyScope } from "../session/caller.ts";
import { Conflict, type FieldErrors, refuseFields, VersionRequired } from "../shared/domainErrors.ts";
import { checkVersion, type VersionedId } from "../shared/versioning.ts";
import { lockLineItems } from "../stock/stockItemInScope.ts";
import { checkRecipient } from "./transferChoices.ts";
import { type FullTransferList, readTransferList } from "./transfers.ts";

type Save = Schemas["TransferListSave"];

/** Maximum sum of a line, roubles. Larger sums could overflow the stored sums. */
const HIGHEST_AMOUNT = 100_000_000_000;

const checkLines = ({ items }: Save): void => {
  const errors: FieldErrors = {};
  const seen = new Set<number>();
  for (const [index, { stockItemId, count, price }] of items.entries()) {
    const at = `items.${index}`;
    if (seen.has(stockItemId)) errors[`${at}.stockItemId`] = "Этот товар в перемещении уже есть.";
    seen.add(stockItemId);
    if (isTooFine(count)) errors[`${at}.count`] = tooFineMessage;
    if (isTooFine(price ?? undefined)) errors[`${at}.price`] = tooFineMessage;
    if (count * (price ?? 0) > HIGHEST_AMOUNT) errors[`${at}.count`] = "Слишком большая сумма строки.";
  }
  refuseFields(errors);
};

const writeLines = async (tx: Db, id: number, items: Save["items"]): Promise<void> => {
  await tx.deleteFrom("transfer_line").where("transfer_list_id", "=", id).execute();
  await tx
    .insertInto("transfer_line")
    .values(
      items.map(({ stockItemId, count, price = null }, position) => ({
        transfer_list_id: id,
        position,
        stock_item_id: stockItemId,
        count,
        price,
      })),
    )
    .execute();
};

const columnsOf = ({ toCompanyId, comment, lossOn = "sender" }: Save) => ({
  to_company_id: toCompanyId,
  comment: comment?.trim() || null,
  loss_on: lossOn,
});

/**
 * Stores a draft. Throws `Invalid` for invalid fields, `NotFound` for an unavailable recipient or item, and `Conflict`
 * if the recipient's stock module is off.
 */
export const createTransferList = async (
  tx: Db,
  company: CompanyScope,
  caller: Caller,
  save: Save,
): Promise<FullTransferList> => {
  checkLines(save);
  await checkRecipient(tx, company, caller, save.toCompanyId);
  await lockLineItems(tx, company.id, save.items);
  const { id } = await tx
    .insertInto("transfer_list")
    .values({ ...columnsOf(save), company_id: company.id, created_by: caller.userId })
    .returning("id")
    .executeTakeFirstOrThrow();
  await writeLines(tx, id, save.items);
  return readTransferList(tx, company.id, id);
};

const words = {
  sent: "Перемещение уже отправлено",
  accepted: "Перемещение уже принято",
  refused: "От перемещения уже отказались",
  recalled: "Перемещение уже отозвано",
} as const;

const describeState = (
  { state, sendingDate, sentByAlias, closedAt, closedByAlias }: FullTransferList,
  zone: Zone,
): string => {
  if (state === "draft") return "Перемещение ещё не отправлено.";
  const [at, by] = state === "sent" ? [sendingDate, sentByAlias] : [closedAt, closedByAlias];
  return `${words[state]}: ${[at && formatDateTime(at, zone.timeZone), by].filter(Boolean).join(", ")}.`;
};

/** Action on a transfer: the company that may perform the action, the required state, and the Russian verb. */
interface TransferAction {
  readonly side: "sender" | "recipient";
  readonly state: Schemas["TransferState"];
  readonly verb: string;
}

/**
 * Locks a transfer for an action. Throws `VersionRequired` without a version; `NotFound` for an unknown transfer;
 * `Stale` if the caller saw a different version; and `Conflict` if only the other company may perform the action or the
 * state forbids it.
 */
export const lockTransferList = async (
  tx: Db,
  company: CompanyScope,
  { id, seen }: VersionedId,
  { side, state, verb }: TransferAction,
): Promise<FullTransferList> => {
  if (seen === undefined) throw new VersionRequired();
  await tx
    .selectFrom("transfer_list")
    .select("id")
    .where("id", "=", id)
    .where((eb) => eb.or({ company_id: company.id, to_company_id: company.id }))
    .forUpdate()
    .execute();
  const found = await readTransferList(tx, company.id, id);
  const [allowed, name] = side === "sender" ? [found.fromCompanyId, "отправитель"] : [found.toCompanyId, "получатель"];
  if (allowed !== company.id) throw new Conflict(`${verb} перемещение может только компания-${name}.`);
  if (found.state !== state) throw new Conflict(describeState(found, company.zone));
  checkVersion(found, seen, "Перемещение");
  return found;
};

const CHANGE = { side: "sender", state: "draft", verb: "Изменить" } as const;

/**
 * Changes a draft, and checks the recipient only if a different company was chosen. Throws the errors of
 * `lockTransferList` and `createTransferList`.
 */
export const updateTransferList = async (
  tx: Db,
  company: CompanyScope,
  caller: Caller,
  which: VersionedId,
  save: Save,
): Promise<FullTransferList> => {
  const { id, toCompanyId } = await lockTransferList(tx, company, which, CHANGE);
  checkLines(save);
  if (save.toCompanyId !== toCompanyId) await checkRecipient(tx, company, caller, save.toCompanyId);
  await lockLineItems(tx, company.id, save.items);
  await tx
    .updateTable("transfer_list")
    .set((eb) => ({ ...columnsOf(save), version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
  await writeLines(tx, id, save.items);
  return readTransferList(tx, company.id, id);
};

/** Removes a draft. Throws the errors of `lockTransferList`. */
export const removeTransferList = async (tx: Db, company: CompanyScope, which: VersionedId): Promise<undefined> => {
  const { id } = await lockTransferList(tx, company, which, CHANGE);
  await tx.deleteFrom("transfer_list").where("id", "=", id).execute();
  return undefined;
};
