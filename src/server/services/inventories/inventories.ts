import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { requireRow } from "../shared/domainErrors.ts";
import { isReplacedByIngredientsSql } from "../stock/explodeRecipe.ts";
import type { StockPeriod } from "../stock/stockPeriod.ts";
import { packsSql } from "../stockItems/stockItemPacks.ts";
import {
  type ComparedFigures,
  compareCounted,
  type LineFigures,
  readCounted,
  readUncountedParts,
} from "./inventoryFigures.ts";

/** Inventory as the API returns it. */
export type FullInventory = Schemas["Inventory"];

type Row = Schemas["InventoryRow"];
type Line = Schemas["InventoryLine"];

/** Maximum time between the first and the last entry of an item, ms. A longer time causes a warning. */
const APART = 30 * 60_000;
const MINUTE = 60_000;

const rowColumns = sql`i.id, i.company_id as "companyId", i.group_id as "groupId", g.name as "groupName",
  i.is_blind as "isBlind", i.state, i.started_at as "startedAt", i.reviewed_at as "reviewedAt", i.closed_at as "closedAt",
  i.comment, n."itemCount", n."countedItems", n."lossAmount", n."surplusAmount", i.version`;

const rowTables = sql`inventory i join inventory_group g on g.id = i.group_id
  cross join lateral (
    select count(*)::int as "itemCount",
      (count(*) filter (where l.counted is not null or exists (select 1 from inventory_entry e
        where e.inventory_id = l.inventory_id and e.company_id = l.company_id and e.stock_item_id = l.stock_item_id and e.count is not null)))::int as "countedItems",
      coalesce(-sum(l.amount) filter (where l.amount < 0), 0) as "lossAmount",
      coalesce(sum(l.amount) filter (where l.amount > 0), 0) as "surplusAmount"
    from inventory_line l where l.inventory_id = i.id and l.company_id = i.company_id) n`;

interface Dates {
  readonly startedAt: Date;
  readonly reviewedAt: Date | null;
  readonly closedAt: Date | null;
}

const toMoments = <Found extends Dates>({ startedAt, reviewedAt, closedAt, ...row }: Found) => ({
  ...row,
  startedAt: startedAt.toISOString(),
  reviewedAt: reviewedAt?.toISOString() ?? null,
  closedAt: closedAt?.toISOString() ?? null,
});

/** Returns a company's inventories that started in a period, the latest first. */
export const listInventories = async (
  db: Db,
  companyId: number,
  { start, end }: StockPeriod,
  state: Schemas["InventoryState"] | undefined = undefined,
): Promise<Row[]> => {
  const { rows } = await sql<Omit<Row, keyof Dates> & Dates>`
    select ${rowColumns} from ${rowTables}
    where i.company_id = ${companyId} and i.started_at >= ${start} and i.started_at < ${end}
      and (${state ?? null}::text is null or i.state = ${state ?? null})
    order by i.started_at desc, i.id desc`.execute(db);
  return rows.map(toMoments);
};

type Head = Omit<FullInventory, "items" | "warnings" | "uncountedParts" | keyof Dates> &
  Dates & { readonly storedParts: FullInventory["uncountedParts"] };

interface StoredLine
  extends ComparedFigures,
    Pick<Line, "title" | "unit" | "packs" | "groupName" | "isMade" | "reason" | "entries"> {}

const readStoredLines = async (db: Db, companyId: number, id: number): Promise<readonly StoredLine[]> => {
  const { rows } = await sql<StoredLine>`
    select l.stock_item_id as "stockItemId", t.title, t.unit, ${packsSql} as packs, t.group_name as "groupName",
      ${isReplacedByIngredientsSql(sql`${companyId}::int`, sql`l.stock_item_id`, sql`coalesce(l.counted_at, clock_timestamp())`)} as "isMade", l.counted, l.first_counted_at as "firstCountedAt",
      l.counted_at as "countedAt", l.expected, l.difference, l.amount, l.reason,
      coalesce((select json_agg(json_build_object('place', e.place, 'count', trim_scale(e.count), 'at', e.counted_at,
          'userAlias', u.alias) order by e.counted_at, e.place)
        from inventory_entry e left join app_user u on u.id = e.user_id
        where e.inventory_id = l.inventory_id and e.company_id = l.company_id and e.stock_item_id = l.stock_item_id and e.count is not null), '[]') as entries
    from inventory_line l join stock_item t on t.id = l.stock_item_id
    where l.company_id = ${companyId} and l.inventory_id = ${id} order by t.title collate "und-x-icu", t.id`.execute(
    db,
  );
  return rows;
};

/**
 * Returns the figures of an inventory that was never reviewed, without the differences. For a blind or cancelled
 * inventory, also omits the expected quantities.
 */
const readLiveFigures = async (
  db: Db,
  { id, companyId, state, isBlind }: Head,
): Promise<readonly ComparedFigures[]> => {
  const isVisible = state === "counting" && !isBlind;
  const found: readonly (LineFigures & { expected?: number | null })[] = isVisible
    ? await compareCounted(db, companyId, id)
    : await readCounted(db, companyId, id);
  return found.map(({ expected = null, ...figures }) => ({ ...figures, expected, difference: null, amount: null }));
};

const toLine = ({ firstCountedAt: _, countedAt, entries, ...line }: StoredLine): Line => ({
  ...line,
  countedAt: countedAt?.toISOString() ?? null,
  expectedBefore: null,
  entries: entries.map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() })),
});

const warningsOf = (lines: readonly StoredLine[]): FullInventory["warnings"] =>
  lines.flatMap(({ stockItemId, title, firstCountedAt, countedAt }) => {
    const apart = (countedAt?.getTime() ?? 0) - (firstCountedAt?.getTime() ?? 0);
    return apart > APART ? [{ stockItemId, title, minutes: Math.ceil(apart / MINUTE) }] : [];
  });

const readHead = async (db: Db, companyId: number, id: number): Promise<Head> => {
  const { rows } = await sql<Head>`
    select ${rowColumns}, s.alias as "startedByAlias", c.alias as "closedByAlias", i.cancel_reason as "cancelReason",
      i.rest_zero_at is not null as "isRestZero", i.uncounted_parts as "storedParts"
    from ${rowTables} left join app_user s on s.id = i.started_by left join app_user c on c.id = i.closed_by
    where i.company_id = ${companyId} and i.id = ${id}`.execute(db);
  return requireRow(rows[0], "Инвентаризация не найдена.");
};

/** Reads an inventory of a company. Throws `NotFound` for any other inventory. */
export const readInventory = async (db: Db, companyId: number, id: number): Promise<FullInventory> => {
  const head = await readHead(db, companyId, id);
  const stored = await readStoredLines(db, companyId, id);
  const { storedParts, ...row } = head;
  const isLive = head.reviewedAt === null;
  const live = new Map(
    (isLive ? await readLiveFigures(db, head) : []).map((figures) => [figures.stockItemId, figures]),
  );
  const lines = stored.map((line) => ({ ...line, ...live.get(line.stockItemId) }));
  return {
    ...toMoments(row),
    uncountedParts: isLive ? await readUncountedParts(db, companyId, id) : storedParts,
    warnings: warningsOf(lines),
    items: lines.map(toLine),
  };
};
