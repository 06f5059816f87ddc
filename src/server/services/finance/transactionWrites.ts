import type { Schemas } from "#api/client.ts";
import { dayRange, shiftDay, type Zone } from "#domain/dates.ts";
import { formatMoney, roundMoney } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import { readPackingList } from "../packingLists/packingLists.ts";
import type { Caller, CompanyScope } from "../session/caller.ts";
import { Conflict, type FieldErrors, refuseFields } from "../shared/domainErrors.ts";
import { lockRow } from "../shared/lockRow.ts";
import { businessDayAt } from "../shared/today.ts";
import { checkVersion, type VersionedId } from "../shared/versioning.ts";
import { readFinanceCategory } from "./financeCategories.ts";
import { checkPeriodOpen } from "./financeSettings.ts";
import { lockSources, requireShifts } from "./sourceLocks.ts";
import { readTransaction, type Transaction } from "./transactions.ts";

type Save = Schemas["FinanceTransactionSave"];

const EARLIEST = new Date("2000-01-01T00:00:00Z");

/**
 * Returns the time of a transaction, by default the current time, or undefined for a malformed time and for a time
 * before 2000 or after tomorrow.
 */
const parseDate = (text: string | undefined, zone: Zone): Date | undefined => {
  const now = new Date();
  const date = text === undefined ? now : new Date(text);
  const { end } = dayRange(shiftDay(businessDayAt(now, zone).day, { days: 1 }), zone);
  return date >= EARLIEST && date < end ? date : undefined;
};

const findErrors = (save: Save): FieldErrors => {
  const { kind, financeSourceId, toFinanceSourceId, amount, commission } = save;
  const isTransfer = kind === "transfer";
  return {
    ...(roundMoney(amount) !== amount && { amount: "Не больше двух знаков после запятой." }),
    ...(commission && roundMoney(commission) !== commission && { commission: "Не больше двух знаков после запятой." }),
    ...(commission && !isTransfer && { commission: "Комиссия бывает только у перемещения." }),
    ...(isTransfer && !toFinanceSourceId && { toFinanceSourceId: "Укажите, куда переместить деньги." }),
    ...(isTransfer && toFinanceSourceId === financeSourceId && { toFinanceSourceId: "Выберите другой источник." }),
    ...(!isTransfer && toFinanceSourceId && { toFinanceSourceId: "Второй источник бывает только у перемещения." }),
  };
};

const checkCategory = async (tx: Db, companyId: number, { kind, commission, categoryId }: Save): Promise<void> => {
  if (!categoryId) return;
  const { direction } = await readFinanceCategory(tx, companyId, categoryId);
  const expected = kind === "transfer" ? commission && "expense" : kind;
  if (direction !== expected) refuseFields({ categoryId: "Эта категория не подходит." });
};

/**
 * Locks the packing list that a transaction pays. Throws `NotFound` for an unknown list; `Invalid` if the kind of the
 * transaction does not match the list; and `Conflict` if the list is not approved or the amount of the transaction
 * exceeds the unpaid amount of the list.
 */
const lockPaidList = async (tx: Db, companyId: number, { packingListId, kind, amount }: Save): Promise<void> => {
  if (!packingListId) return;
  await lockRow(tx, "packing_list", companyId, packingListId);
  const list = await readPackingList(tx, companyId, packingListId);
  if (kind !== (list.kind === "delivery" ? "expense" : "income"))
    refuseFields({ packingListId: "Поставку оплачивает расход, возврат поставщику — приход." });
  if (list.state !== "approved") throw new Conflict("Оплатить можно только проведённую накладную.");
  const due = roundMoney(list.amount - list.paidAmount);
  if (amount > due) throw new Conflict(`По накладной осталось оплатить ${formatMoney(Math.max(due, 0))}`);
};

const insert = async (tx: Db, company: CompanyScope, caller: Caller, save: Save, date: Date): Promise<number> => {
  const { kind, financeSourceId, toFinanceSourceId = null, amount, commission, categoryId = null } = save;
  const ids = toFinanceSourceId === null ? [financeSourceId] : [financeSourceId, toFinanceSourceId];
  const sources = await lockSources(tx, company.id, ids);
  await requireShifts(tx, company.id, [...sources.values()]);
  const common = {
    company_id: company.id,
    date,
    source_id: financeSourceId,
    shift_id: sources.get(financeSourceId)?.shiftId ?? null,
    comment: save.comment?.trim() || null,
    user_id: caller.userId,
  };
  const { id } = await tx
    .insertInto("finance_transaction")
    .values({
      ...common,
      kind,
      amount,
      category_id: kind === "transfer" ? null : categoryId,
      packing_list_id: save.packingListId ?? null,
      to_source_id: toFinanceSourceId,
      to_shift_id: toFinanceSourceId === null ? null : (sources.get(toFinanceSourceId)?.shiftId ?? null),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (commission)
    await tx
      .insertInto("finance_transaction")
      .values({ ...common, kind: "expense", amount: commission, category_id: categoryId })
      .execute();
  return id;
};

/**
 * Adds a transaction and, for a transfer, also the commission. Throws `Invalid` for invalid fields; `NotFound` for an
 * unknown source, category or packing list; and `Conflict` in a closed period, without a required shift, or for a
 * packing list that cannot be paid.
 */
export const createTransaction = async (
  tx: Db,
  company: CompanyScope,
  caller: Caller,
  save: Save,
): Promise<Transaction> => {
  const date = parseDate(save.date, company.zone);
  refuseFields({ ...findErrors(save), ...(!date && { date: "Дата — не раньше 2000 года и не позже завтра." }) });
  await checkCategory(tx, company.id, save);
  await lockPaidList(tx, company.id, save);
  if (date) await checkPeriodOpen(tx, company.id, date, company.zone);
  return readTransaction(tx, company.id, await insert(tx, company, caller, save, date ?? new Date()));
};

/** Returns the reason why a transaction cannot be reversed, or undefined if there is none. */
const reasonNotToReverse = ({ kind, paymentId, reversalOf, isReversed }: Transaction): string | undefined => {
  if (paymentId !== null) return "Эту операцию создала оплата заказа: верните оплату в заказе.";
  if (kind === "correction") return "Результат пересчёта не отменяется.";
  if (reversalOf !== null) return "Отмену отменить нельзя: внесите операцию заново.";
  return isReversed ? "Операция уже отменена." : undefined;
};

/**
 * Adds the reversal (storno) of a transaction, with the same date and the negated amount, to the shifts that are open
 * now. Throws:
 * - `NotFound` for an unknown transaction or a removed source,
 * - `Conflict` in a closed period, without a required shift, or if `reasonNotToReverse` returns a reason,
 * - `Stale` if the transaction was reversed since the caller saw it.
 */
export const reverseTransaction = async (
  tx: Db,
  company: CompanyScope,
  caller: Caller,
  { id, seen }: VersionedId,
): Promise<undefined> => {
  const found = await readTransaction(tx, company.id, id);
  const { financeSourceId, toFinanceSourceId } = found;
  const ids = toFinanceSourceId === null ? [financeSourceId] : [financeSourceId, toFinanceSourceId];
  await checkPeriodOpen(tx, company.id, new Date(found.date), company.zone);
  const sources = await lockSources(tx, company.id, ids);
  await requireShifts(tx, company.id, [...sources.values()]);
  await lockRow(tx, "finance_transaction", company.id, id);
  const before = await readTransaction(tx, company.id, id);
  checkVersion(before, seen);
  const reason = reasonNotToReverse(before);
  if (reason) throw new Conflict(reason);
  await tx
    .insertInto("finance_transaction")
    .values({
      company_id: company.id,
      date: new Date(before.date),
      kind: before.kind,
      source_id: financeSourceId,
      to_source_id: toFinanceSourceId,
      amount: -before.amount,
      category_id: before.categoryId,
      packing_list_id: before.packingListId,
      comment: before.comment,
      shift_id: sources.get(financeSourceId)?.shiftId ?? null,
      to_shift_id: toFinanceSourceId === null ? null : (sources.get(toFinanceSourceId)?.shiftId ?? null),
      reversal_of: id,
      user_id: caller.userId,
    })
    .execute();
  return undefined;
};

/**
 * Reverses a transaction, adds the corrected transaction and returns it. Throws the errors of `reverseTransaction` and
 * `createTransaction`.
 */
export const correctTransaction = async (
  tx: Db,
  company: CompanyScope,
  caller: Caller,
  which: VersionedId,
  save: Save,
): Promise<Transaction> => {
  await reverseTransaction(tx, company, caller, which);
  return createTransaction(tx, company, caller, save);
};
