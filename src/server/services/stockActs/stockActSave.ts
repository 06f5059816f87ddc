import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import type { Caller, CompanyScope } from "../session/caller.ts";
import { type FieldErrors, refuseFields } from "../shared/domainErrors.ts";
import type { VersionedId } from "../shared/versioning.ts";
import {
  type DocumentKind,
  documentDateMessage,
  findLineErrors,
  lockDocument,
  parseDocumentDate,
} from "../stock/documentRecord.ts";
import { isMadeSql } from "../stock/explodeRecipe.ts";
import { lockLineItems } from "../stock/stockItemInScope.ts";
import { type FullStockAct, readStockAct } from "./stockActs.ts";

type Save = Schemas["StockActSave"];

const kindOfAct: DocumentKind<FullStockAct> = {
  table: "stock_act",
  accusative: "Акт",
  states: { draft: "Акт ещё не проведён", approved: "Акт уже проведён", reversed: "Акт уже отменён" },
  read: readStockAct,
};

/** Locks an act. Throws the errors of `lockDocument`. */
export const lockStockAct = (
  tx: Db,
  company: CompanyScope,
  which: VersionedId,
  state: Schemas["StockActState"],
): Promise<FullStockAct> => lockDocument(tx, kindOfAct, company, which, state);

const findReasonErrors = ({ kind, reason, comment }: Save): FieldErrors => {
  if (kind === "production") return reason ? { reason: "У приготовления нет причины." } : {};
  if (!reason) return { reason: "Укажите причину списания." };
  return reason === "other" && !comment?.trim() ? { comment: "Опишите причину в комментарии." } : {};
};

/** Throws `Invalid` if a line of a production act names a stock item without a recipe. */
const requireRecipes = async (tx: Db, { kind, items }: Save): Promise<void> => {
  if (kind === "writeOff") return;
  const ids = items.map(({ stockItemId }) => stockItemId);
  const { rows } = await sql<{ id: number }>`
    select t.id from stock_item t where t.id = any(${ids}::int[]) and ${isMadeSql(sql`t.id`)}`.execute(tx);
  const made = new Set(rows.map(({ id }) => id));
  refuseFields(
    Object.fromEntries(
      ids.flatMap((id, index) =>
        made.has(id) ? [] : [[`items.${index}.stockItemId`, "У этого товара нет состава. Укажите полуфабрикат."]],
      ),
    ),
  );
};

/**
 * Validates an act and returns its columns. Throws `Invalid` for invalid fields, or `NotFound` for an unknown stock
 * item.
 */
const prepare = async (tx: Db, company: CompanyScope, save: Save) => {
  const date = parseDocumentDate(save.date, company.zone);
  refuseFields({
    ...(!date && { date: documentDateMessage }),
    ...findReasonErrors(save),
    ...findLineErrors(save.items, "акте"),
  });
  await lockLineItems(tx, company.id, save.items);
  await requireRecipes(tx, save);
  return { date: date ?? new Date(), reason: save.reason ?? null, comment: save.comment?.trim() || null };
};

const writeLines = async (tx: Db, companyId: number, id: number, items: Save["items"]): Promise<void> => {
  await tx.deleteFrom("stock_act_line").where("company_id", "=", companyId).where("stock_act_id", "=", id).execute();
  await tx
    .insertInto("stock_act_line")
    .values(
      items.map(({ stockItemId, count }, position) => ({
        company_id: companyId,
        stock_act_id: id,
        position,
        stock_item_id: stockItemId,
        count,
      })),
    )
    .execute();
};

/** Stores a draft. Throws `Invalid` for invalid fields, or `NotFound` for an unknown stock item. */
export const createStockAct = async (
  tx: Db,
  company: CompanyScope,
  { userId }: Caller,
  save: Save,
): Promise<FullStockAct> => {
  const columns = await prepare(tx, company, save);
  const { id } = await tx
    .insertInto("stock_act")
    .values({ ...columns, kind: save.kind, company_id: company.id, created_by: userId })
    .returning("id")
    .executeTakeFirstOrThrow();
  await writeLines(tx, company.id, id, save.items);
  return readStockAct(tx, company.id, id);
};

/** Changes a draft. Throws the errors of `lockStockAct` and `createStockAct`, or `Invalid` if the kind would change. */
export const updateStockAct = async (
  tx: Db,
  company: CompanyScope,
  which: VersionedId,
  save: Save,
): Promise<FullStockAct> => {
  const { id, kind } = await lockStockAct(tx, company, which, "draft");
  refuseFields({ ...(save.kind !== kind && { kind: "Вид акта не меняется. Создайте другой акт." }) });
  const columns = await prepare(tx, company, save);
  await tx
    .updateTable("stock_act")
    .set((eb) => ({ ...columns, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .where("company_id", "=", company.id)
    .execute();
  await writeLines(tx, company.id, id, save.items);
  return readStockAct(tx, company.id, id);
};

/** Removes a draft. Throws the errors of `lockStockAct`. */
export const removeStockAct = async (tx: Db, company: CompanyScope, which: VersionedId): Promise<undefined> => {
  const { id } = await lockStockAct(tx, company, which, "draft");
  await tx.deleteFrom("stock_act").where("id", "=", id).where("company_id", "=", company.id).execute();
  return undefined;
};
