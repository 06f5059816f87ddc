import { formatDateTime, formatDay } from "#domain/format.ts";
import type { Cell } from "#domain/table.ts";
import type { InventoryFigures } from "#machines/directory/descriptors/inventories.ts";
import type { ExportColumn } from "../../directory/listParts.ts";
import { daysText, inventoryStates } from "./inventoryTexts.ts";

/**
 * Exported row of the dashboard. The lists of the dashboard have different columns. A cell is empty if its list does
 * not have the column.
 */
interface FigureRow {
  readonly list: string;
  readonly name: string;
  readonly date?: Cell;
  readonly state?: string;
  readonly count?: number;
  readonly of?: number;
  readonly unit?: string;
  readonly amount?: number;
}

const itemRows = (list: string, items: InventoryFigures["worst"]): FigureRow[] =>
  items.map(({ title, count, unit, amount }) => ({ list, name: title, count, unit, amount }));

const weekRows = (list: string, weeks: InventoryFigures["lossByWeek"], field: "loss" | "surplus"): FigureRow[] =>
  weeks.map((week) => ({
    list,
    name: `Неделя с ${formatDay(week.week)}`,
    date: new Date(week.week),
    amount: week[field],
  }));

/** Returns the exported rows of the dashboard: the rows of all lists, in the sequence of the screen. */
export const inventoryFigureRows = (
  { due, open, lossByWeek, worst, neverCounted }: InventoryFigures,
  timeZone: string,
): readonly FigureRow[] => [
  ...due.map(({ name, dueOn, daysLate }) => ({
    list: "Пора считать",
    name,
    date: new Date(dueOn),
    state: daysLate > 0 ? `Опоздание ${daysText(daysLate)}` : "Сегодня",
  })),
  ...open.map(({ groupName, startedAt, state, countedItems, itemCount }) => ({
    list: "Считают сейчас",
    name: groupName,
    date: formatDateTime(startedAt, timeZone),
    state: inventoryStates[state].title,
    count: countedItems,
    of: itemCount,
  })),
  ...weekRows("Недостачи по неделям", lossByWeek, "loss"),
  ...weekRows("Излишки по неделям", lossByWeek, "surplus"),
  ...itemRows("Больше всего недостач", worst),
  ...itemRows("Ни разу не считали", neverCounted),
];

/** Columns of the exported dashboard. Amounts are in roubles. */
export const inventoryFigureColumns: readonly ExportColumn<FigureRow>[] = [
  { head: "Список", value: ({ list }) => list },
  { head: "Название", value: ({ name }) => name },
  { head: "Дата", value: ({ date = null }) => date },
  { head: "Состояние", value: ({ state = null }) => state },
  { head: "Количество", value: ({ count = null }) => count },
  { head: "Всего", value: ({ of = null }) => of },
  { head: "Ед. изм.", value: ({ unit = null }) => unit },
  { head: "Сумма, р.", value: ({ amount = null }) => amount },
];
