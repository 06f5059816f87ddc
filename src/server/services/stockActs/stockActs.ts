import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { roundMoney, roundUnitCost } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import { requireRow } from "../shared/domainErrors.ts";
import { unitCostSql } from "../stock/stockCosts.ts";
import { onHandSql } from "../stock/stockList.ts";
import type { StockPeriod } from "../stock/stockPeriod.ts";
import { actUsageSql } from "./stockActUsage.ts";

/** Stock act as the API returns it. */
export type FullStockAct = Schemas["StockAct"];

type Row = Schemas["StockActRow"];
type Line = Schemas["StockActLine"];
type Ingredient = Schemas["StockActIngredient"];

const rowColumns = sql`d.id, d.company_id as "companyId", d.kind, d.date, d.creation_date as "creationDate", d.reason, d.comment,
  d.state, d.amount, d.version, (select count(*)::int from stock_act_line x where x.stock_act_id = d.id and x.company_id = d.company_id) as "itemCount"`;

interface Dates {
  readonly date: Date;
  readonly creationDate: Date;
}

const toMoments = <Found extends Dates>({ date, creationDate, ...row }: Found) => ({
  ...row,
  date: date.toISOString(),
  creationDate: creationDate.toISOString(),
});

/** Filter of a list of acts. */
interface ActFilter {
  readonly period: StockPeriod;
  readonly kind?: Schemas["StockActKind"] | undefined;
  readonly state?: Schemas["StockActState"] | undefined;
}

/** Returns the acts of a company in a period, the latest first. */
export const listStockActs = async (
  db: Db,
  companyId: number,
  { period: { start, end }, kind, state }: ActFilter,
): Promise<Row[]> => {
  const { rows } = await sql<Omit<Row, keyof Dates> & Dates>`
    select ${rowColumns} from stock_act d
    where d.company_id = ${companyId} and d.date >= ${start} and d.date < ${end}
      and (${kind ?? null}::text is null or d.kind = ${kind ?? null})
      and (${state ?? null}::text is null or d.state = ${state ?? null})
    order by d.date desc, d.id desc`.execute(db);
  return rows.map(toMoments);
};

type Head = Omit<FullStockAct, "items" | "approvedAt" | "reversedAt" | keyof Dates> &
  Dates & { readonly approvedAt: Date | null; readonly reversedAt: Date | null };

interface Used extends Ingredient {
  readonly lineId: number;
}

/**
 * Reads the stock items that the lines use. For a draft they are calculated from the recipes and the current costs, for
 * other acts read from the operations of the approval.
 */
const readUsed = async (db: Db, { id, companyId, kind, state, date }: Head): Promise<readonly Used[]> => {
  const company = sql`${companyId}`;
  const at = sql`least(${date}::timestamptz, clock_timestamp())`;
  const used =
    state === "draft"
      ? sql`select n.line_id, n.stock_item_id, n.count, round(n.count * ${unitCostSql(company)}, 2) as amount
          from (${actUsageSql({ id, companyId, kind, at })}) n join stock_item t on t.id = n.stock_item_id`
      : sql`select stock_act_line_id as line_id, stock_item_id, count, amount from stock_operation
          where company_id = ${companyId} and stock_act_id = ${id} and stock_act_line_id is not null
            and reversal_of is null and operation_type = '-'`;
  const { rows } = await sql<Used>`
    with used as materialized (${used}),
    held as materialized (select i.id, ${onHandSql(company, sql`i.id`)} as count
      from (select distinct stock_item_id as id from used) i)
    select u.line_id as "lineId", t.id as "stockItemId", t.title, t.unit, u.count, u.amount, h.count as balance
    from used u join stock_item t on t.id = u.stock_item_id join held h on h.id = t.id
    order by t.title collate "und-x-icu", t.id`.execute(db);
  return rows;
};

type StoredLine = Pick<Line, "id" | "stockItemId" | "stockItemTitle" | "stockItemUnit" | "count" | "balance">;

const readStoredLines = async (db: Db, { id, companyId }: Head): Promise<readonly StoredLine[]> => {
  const { rows } = await sql<StoredLine>`
    select l.id, t.id as "stockItemId", t.title as "stockItemTitle", t.unit as "stockItemUnit", l.count,
      ${onHandSql(sql`${companyId}`, sql`l.stock_item_id`)} as balance
    from stock_act_line l join stock_item t on t.id = l.stock_item_id
    where l.company_id = ${companyId} and l.stock_act_id = ${id} order by l.position`.execute(db);
  return rows;
};

const toLine = (line: StoredLine, used: readonly Used[], isProduction: boolean): Line => {
  const ofLine = used.filter(({ lineId }) => lineId === line.id);
  const amount = roundMoney(ofLine.reduce((sum, part) => sum + part.amount, 0));
  return {
    ...line,
    amount,
    unitCost: roundUnitCost(amount / line.count),
    ingredients: ofLine
      .filter(({ stockItemId }) => isProduction || stockItemId !== line.stockItemId)
      .map(({ lineId: _, ...ingredient }) => ingredient),
  };
};

/** Reads an act of a company. Throws `NotFound` for any other act. */
export const readStockAct = async (db: Db, companyId: number, id: number): Promise<FullStockAct> => {
  const { rows } = await sql<Head>`
    select ${rowColumns}, u.alias as "createdByAlias", d.approved_at as "approvedAt", a.alias as "approvedByAlias",
      d.reversed_at as "reversedAt", r.alias as "reversedByAlias"
    from stock_act d left join app_user u on u.id = d.created_by
    left join app_user a on a.id = d.approved_by left join app_user r on r.id = d.reversed_by
    where d.company_id = ${companyId} and d.id = ${id}`.execute(db);
  const head = requireRow(rows[0], "Акт не найден.");
  const { approvedAt, reversedAt, ...row } = head;
  const used = await readUsed(db, head);
  const lines = await readStoredLines(db, head);
  return {
    ...toMoments(row),
    approvedAt: approvedAt?.toISOString() ?? null,
    reversedAt: reversedAt?.toISOString() ?? null,
    items: lines.map((line) => toLine(line, used, head.kind === "production")),
  };
};
