import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { roundDecimal } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import { findVisibleIds, isTooFine, tooFineMessage } from "../items/itemLines.ts";
import type { Caller, CompanyScope } from "../session/caller.ts";
import { type FieldErrors, invalidFields, NotFound, refuseFields, requireRow } from "../shared/domainErrors.ts";
import type { VersionedId } from "../shared/versioning.ts";
import { replayCosts, unitCostSql } from "../stock/stockCosts.ts";
import { lockStock } from "../stock/stockLock.ts";
import { requireOpenStock } from "../stock/stockSettings.ts";
import { lockTransferList } from "./transferSave.ts";
import {
  closeTransferList,
  readOperationTime,
  returnAllGoods,
  returnGoods,
  type TransferWriting,
} from "./transferSending.ts";
import { type FullTransferList, readTransferList } from "./transfers.ts";

type Line = Schemas["TransferLine"];
type Result = Schemas["TransferAcceptanceLine"];

/** Result of one line, with the sent line and the position of the result in the request. */
interface Accepted extends Result {
  readonly line: Line;
  readonly at: string;
}

/**
 * Pairs the results with their lines. Throws `NotFound` for an unknown line, and `Invalid` for a repeated or missing
 * line.
 */
const pairLines = ({ items }: FullTransferList, results: readonly Result[]): readonly Accepted[] => {
  const lines = new Map(items.map((line) => [line.id, line]));
  const pairs = results.map((result, index) => ({
    ...result,
    line: requireRow(lines.get(result.id), `Строки ${index + 1} в перемещении нет.`),
    at: `items.${index}`,
  }));
  const seen = new Set<number>();
  const errors: FieldErrors = {};
  for (const { id, at } of pairs) {
    if (seen.has(id)) errors[`${at}.id`] = "Эта строка уже указана.";
    seen.add(id);
  }
  refuseFields(errors);
  const missing = items.find(({ id }) => !seen.has(id));
  if (missing) throw invalidFields({ items: `Укажите, сколько принято: ${missing.stockItemTitle}.` });
  return pairs;
};

const COUNTS = ["acceptedCount", "lostCount", "refusedCount"] as const;

const sumError = ({ line, ...result }: Accepted): string | undefined => {
  const sum = roundDecimal(COUNTS.reduce((total, name) => total + result[name], 0));
  if (sum > line.count) return "Больше, чем отправлено.";
  return sum < line.count ? "Принято, потеряно и возвращено вместе меньше, чем отправлено." : undefined;
};

/**
 * Throws `Invalid` if the quantities of a line are too precise or do not add up to the sent quantity, or if a reason is
 * missing.
 */
const checkCounts = (lines: readonly Accepted[]): void => {
  const errors: FieldErrors = {};
  for (const line of lines) {
    const fine = COUNTS.filter((name) => isTooFine(line[name]));
    for (const name of fine) errors[`${line.at}.${name}`] = tooFineMessage;
    const wrong = fine.length > 0 ? undefined : sumError(line);
    if (wrong) errors[`${line.at}.acceptedCount`] = wrong;
    if (line.lostCount + line.refusedCount > 0 && !line.reason?.trim())
      errors[`${line.at}.reason`] = "Укажите причину.";
  }
  refuseFields(errors);
};

/** Returns true if a quantity of the line is booked to the stock of the recipient. */
const isBooked = ({ acceptedCount, lostCount }: Result, { lossOn }: FullTransferList): boolean =>
  acceptedCount > 0 || (lossOn === "recipient" && lostCount > 0);

const readUnits = async (tx: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> => {
  const rows = await tx
    .selectFrom("stock_item")
    .select(["id", "unit"])
    .where((eb) => eb("id", "=", eb.fn.any(eb.val(ids))))
    .execute();
  return new Map(rows.map(({ id, unit }) => [id, unit]));
};

const unitOf = (unit: string | undefined): string | undefined => unit?.trim().toLowerCase();

/**
 * Returns the stock items of the recipient, keyed by line id, for all lines with booked quantities. Throws `NotFound`
 * for an unknown item, and `Invalid` for a line without an item or with a different unit.
 */
const chooseItems = async (
  tx: Db,
  company: CompanyScope,
  list: FullTransferList,
  lines: readonly Accepted[],
): Promise<ReadonlyMap<number, number>> => {
  const wanted = lines.map(({ line, acceptedStockItemId }) => acceptedStockItemId ?? line.stockItemId);
  const visible = await findVisibleIds(tx, "stock_item", { companyId: company.id, companyGroupId: null }, wanted);
  const units = await readUnits(tx, wanted);
  const chosen = new Map<number, number>();
  const errors: FieldErrors = {};
  for (const result of lines) {
    const { line, acceptedStockItemId = null, at } = result;
    const id = acceptedStockItemId ?? line.stockItemId;
    const isKnown = visible.has(id);
    if (!isKnown && acceptedStockItemId !== null)
      throw new NotFound(`Товара для строки «${line.stockItemTitle}» больше нет. Выберите другой.`);
    if (!isBooked(result, list)) continue;
    if (!isKnown) errors[`${at}.acceptedStockItemId`] = "Выберите, каким товаром принять.";
    else if (unitOf(units.get(id)) !== unitOf(line.stockItemUnit))
      errors[`${at}.acceptedStockItemId`] = `У товара другая единица: ${units.get(id)} вместо ${line.stockItemUnit}.`;
    chosen.set(line.id, id);
  }
  refuseFields(errors);
  return chosen;
};

const writeResults = async (tx: Db, lines: readonly Accepted[], items: ReadonlyMap<number, number>): Promise<void> => {
  const rows = lines.map(({ id, acceptedCount, lostCount, refusedCount, reason }) => ({
    id,
    item: items.get(id) ?? null,
    accepted: acceptedCount,
    lost: lostCount,
    refused: refusedCount,
    reason: reason?.trim() || null,
  }));
  await sql`update transfer_line l set accepted_stock_item_id = r.item, accepted_count = r.accepted, lost_count = r.lost,
      refused_count = r.refused, reason = r.reason
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(id int, item int, accepted numeric, lost numeric, refused numeric, reason text)
    where l.id = r.id`.execute(tx);
};

/**
 * Adds the accepted goods to the stock of the recipient at the prices of the lines. If the recipient bears the loss,
 * the lost goods are received and then written off at the average cost, so that the ledger shows the loss.
 */
const receiveGoods = async (tx: Db, { list, caller, date }: TransferWriting): Promise<void> => {
  const isLossOurs = list.lossOn === "recipient";
  const { rows } = await sql<{ stockItemId: number }>`
    insert into stock_operation (company_id, stock_item_id, operation_type, count, amount, price, date, is_processed,
      is_locked, is_ignore_sub_procedure, transfer_list_id, transfer_line_id, operator_id)
    select ${list.toCompanyId}, l.accepted_stock_item_id, '+', x.count, round(x.count * l.price, 2), l.price, ${date}, true,
      true, true, ${list.id}, l.id, ${caller.userId}
    from transfer_line l
    cross join lateral (values (1, l.accepted_count), (2, case when ${isLossOurs} then l.lost_count else 0 end)) x(part, count)
    where l.transfer_list_id = ${list.id} and x.count > 0 order by l.position, x.part
    returning stock_item_id as "stockItemId"`.execute(tx);
  const stockItemIds = [...new Set(rows.map(({ stockItemId }) => stockItemId))];
  await replayCosts(tx, { companyId: list.toCompanyId, stockItemIds, since: date });
  if (!isLossOurs) return;
  await sql`
    insert into stock_operation (company_id, stock_item_id, operation_type, count, amount, date, is_processed, is_locked,
      is_ignore_sub_procedure, transfer_list_id, transfer_line_id, operator_id, comment)
    select ${list.toCompanyId}, t.id, '-', l.lost_count, round(l.lost_count * ${unitCostSql(sql`${list.toCompanyId}`)}, 2),
      ${date}, true, true, true, ${list.id}, l.id, ${caller.userId}, l.reason
    from transfer_line l join stock_item t on t.id = l.accepted_stock_item_id
    where l.transfer_list_id = ${list.id} and l.lost_count > 0 order by l.position`.execute(tx);
};

/** Throws `Conflict` if today is in the closed period of the sender, and `NotFound` for an unknown sender. */
const requireOpenSender = async (tx: Db, { fromCompanyId }: FullTransferList): Promise<void> => {
  const zone = await tx
    .selectFrom("company")
    .select(["time_zone as timeZone", "day_start as dayStart"])
    .where("id", "=", fromCompanyId)
    .executeTakeFirst();
  await requireOpenStock(tx, fromCompanyId, new Date(), requireRow(zone, "Компания не найдена."));
};

const lockIncoming = async (tx: Db, company: CompanyScope, which: VersionedId, verb: string) => {
  const list = await lockTransferList(tx, company, which, { side: "recipient", state: "sent", verb });
  await requireOpenSender(tx, list);
  await requireOpenStock(tx, company.id, new Date(), company.zone);
  return list;
};

/**
 * Accepts the goods of a transfer; refused goods return to the sender (areas, section 3). Throws `Invalid` or
 * `NotFound` for invalid lines; `Conflict` in a closed period of the sender or the recipient; and the errors of
 * `lockTransferList`.
 */
export const acceptTransferList = async (
  tx: Db,
  company: CompanyScope,
  caller: Caller,
  which: VersionedId,
  { items }: Schemas["TransferAcceptance"],
): Promise<FullTransferList> => {
  const list = await lockIncoming(tx, company, which, "Принять");
  const lines = pairLines(list, items);
  checkCounts(lines);
  const chosen = await chooseItems(tx, company, list, lines);
  for (const id of [list.fromCompanyId, list.toCompanyId].toSorted((one, other) => one - other))
    await lockStock(tx, id);
  const writing = { list, caller, date: await readOperationTime(tx) };
  await writeResults(tx, lines, chosen);
  await receiveGoods(tx, writing);
  await returnGoods(tx, writing);
  await closeTransferList(tx, writing, "accepted");
  return readTransferList(tx, company.id, list.id);
};

/**
 * Refuses a transfer: all goods return to the stock of the sender. Throws `Invalid` for an empty reason; `Conflict` in
 * a closed period; and the errors of `lockTransferList`.
 */
export const refuseTransferList = async (
  tx: Db,
  company: CompanyScope,
  caller: Caller,
  which: VersionedId,
  { reason }: Schemas["TransferRefusal"],
): Promise<FullTransferList> => {
  const list = await lockIncoming(tx, company, which, "Вернуть");
  const text = reason.trim();
  refuseFields({ ...(text === "" && { reason: "Укажите причину." }) });
  await lockStock(tx, list.fromCompanyId);
  const writing = { list, caller, date: await readOperationTime(tx) };
  await returnAllGoods(tx, writing);
  await closeTransferList(tx, writing, "refused", text);
  return readTransferList(tx, company.id, list.id);
};
