import type { Schemas } from "#api/client.ts";
import { type Day, dayRange, daysRange } from "#domain/dates.ts";
import { addDays, lastOfMonth, mondayOf } from "#domain/days.ts";
import type { CompanyScope } from "../session/caller.ts";
import type { Span } from "./figures.ts";

/** A day, a week or a month, so far as it lies in a period. */
export type Group = Schemas["Group"];

/** A span whose pieces are groups of days. */
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

/** The groups of a period in a company's time. */
export const groupedSpan = (company: CompanyScope, period: Grouped): GroupedSpan => {
  const groups = groupsOf(period);
  return {
    companyId: company.id,
    groups,
    ...daysRange({ start: period.startDate, end: period.endDate }, company.zone),
    starts: groups.map(({ date }) => dayRange(date, company.zone).start),
  };
};

/** A business day cut into its hours from its start on; 23 or 25 of them where the clocks change. */
export const daySpan = (company: CompanyScope, day: Day): Span => {
  const { start, end } = dayRange(day, company.zone);
  const count = Math.ceil((end.getTime() - start.getTime()) / HOUR_MS);
  const starts = Array.from({ length: count }, (_, index) => new Date(start.getTime() + index * HOUR_MS));
  return { companyId: company.id, start, end, starts };
};

/** The figures of every group, `none` for a group whose piece has no row. */
export const byGroup = <Row extends { readonly piece: number }>(
  { groups }: GroupedSpan,
  rows: readonly Row[],
  none: Omit<Row, "piece">,
): (Group & Omit<Row, "piece">)[] => {
  const known = new Map(rows.map(({ piece, ...figures }) => [piece, figures] as const));
  return groups.map((group, index) => ({ ...group, ...(known.get(index + 1) ?? none) }));
};
