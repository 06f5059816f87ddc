import type { Schemas } from "#api/client.ts";
import { type Day, dayRange, daysRange, startOfDay } from "#domain/dates.ts";
import { addDays, lastOfMonth, mondayOf } from "#domain/days.ts";
import type { CompanyScope } from "../session/caller.ts";
import type { Span } from "./figures.ts";

/** Day, week or month of a report. The first and the last group are cut at the bounds of the report period. */
export type Group = Schemas["Group"];

/** Time span with days, weeks or months as intervals. */
export interface GroupedSpan extends Span {
  readonly groups: readonly Group[];
}

const HOUR_MS = 3_600_000;

const lastDay = {
  day: (day: Day): Day => day,
  week: (day: Day): Day => addDays(mondayOf(day), 6),
  month: lastOfMonth,
};

type Grouped = Pick<Schemas["ReportPeriod"], "startDate" | "endDate" | "groupBy">;

const groupsOf = ({ startDate, endDate, groupBy }: Grouped): readonly Group[] => {
  const groups: Group[] = [];
  for (let date = startDate; date <= endDate; ) {
    const last = lastDay[groupBy](date);
    groups.push({ date, endDate: last < endDate ? last : endDate });
    date = addDays(last, 1);
  }
  return groups;
};

/** Divides a period into days, weeks or months in the time zone of the company. */
export const groupedSpan = (company: CompanyScope, period: Grouped): GroupedSpan => {
  const groups = groupsOf(period);
  return {
    companyId: company.id,
    groups,
    ...daysRange({ start: period.startDate, end: period.endDate }, company.zone),
    starts: groups.map(({ date }) => startOfDay(date, company.zone)),
  };
};

/** Divides a business day into hours. A day on which the clocks change has 23 or 25 hours. */
export const daySpan = (company: CompanyScope, day: Day): Span => {
  const { start, end } = dayRange(day, company.zone);
  const count = Math.ceil((end.getTime() - start.getTime()) / HOUR_MS);
  const starts = Array.from({ length: count }, (_, index) => new Date(start.getTime() + index * HOUR_MS));
  return { companyId: company.id, start, end, starts };
};

/** Returns the figures of each day, week or month of a span. An interval without a row gets `none`. */
export const byGroup = <Row extends { readonly piece: number }>(
  { groups }: GroupedSpan,
  rows: readonly Row[],
  none: Omit<Row, "piece">,
): (Group & Omit<Row, "piece">)[] => {
  const figuresByPiece = new Map(rows.map(({ piece, ...figures }) => [piece, figures] as const));
  return groups.map((group, index) => ({ ...group, ...(figuresByPiece.get(index + 1) ?? none) }));
};
