import type { ReactNode } from "react";
import type { Schemas } from "#api/client.ts";
import { formatDateTime } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { DEFAULT_DAY_START } from "#domain/zone.ts";
import { type DayQuery, dayFiguresQuery } from "#machines/queries/dashboard.ts";
import { useCompany } from "../../services/context.ts";
import { useQuery } from "../../shared/useQuery.ts";
import { Link } from "../../ui/Link.tsx";
import { DashboardCard } from "./DashboardCard.tsx";
import { type DashboardCardProps, Figure, type OtherDays } from "./Figure.tsx";
import { type FigureRow, FigureTable } from "./FigureTable.tsx";
import { ordersPath } from "./ordersPath.ts";

type Day = Schemas["DashboardDay"];

const shareOf = ({ count, lateCount }: Schemas["DayFigures"]): string =>
  `${count === 0 ? 0 : Math.round((lateCount / count) * 100)} % заказов`;

/** Length of the period at the start of a business day in which a comparison is too early. */
const BEGINNING_MINUTES = 120;

/** Minimum number of orders that an earlier day must have for a meaningful comparison. */
const FEW_ORDERS = 5;

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
};

/**
 * Returns true if it is too early to call today's figures good or bad: in the first two hours of the business day, or
 * if both earlier days had fewer than `FEW_ORDERS` orders by the same time. Returns false for an earlier day.
 */
const hasJustBegun = ({ until, dayBefore, weekBefore }: Day, dayStart: string): boolean => {
  if (until === null) return false;
  const elapsed = (minutesOf(until) - minutesOf(dayStart) + 1440) % 1440;
  return elapsed < BEGINNING_MINUTES || Math.max(dayBefore.count, weekBefore.count) < FEW_ORDERS;
};

const Headline = ({ day, query, names }: { day: Day; query: DayQuery; names: OtherDays }) => {
  const { until, dayBefore, weekBefore } = day;
  const atTime = (name: string) => (until === null ? name : `${name} к ${until}`);
  const daysOf = (field: keyof Schemas["DayFigures"]) => ({
    now: day[field],
    dayBefore: dayBefore[field],
    weekBefore: weekBefore[field],
  });
  const isRunning = hasJustBegun(day, useCompany(query.companyId)?.dayStart ?? DEFAULT_DAY_START);
  const compared = {
    names: { dayBefore: atTime(names.dayBefore), weekBefore: atTime(names.weekBefore), isRunning },
  };
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-4">
      <Figure
        label={atTime("Выручка")}
        hint="Заказы без отменённых"
        days={daysOf("amount")}
        format={formatMoney}
        {...compared}
      />
      <Figure
        label={atTime("Заказов")}
        days={daysOf("count")}
        format={String}
        href={ordersPath(query, "/DashBoard/Summury")}
        {...compared}
      />
      <Figure label="Средний чек" days={daysOf("average")} format={formatMoney} {...compared} />
      <Figure label="Опоздали" good="less" days={daysOf("lateCount")} format={String} {...compared}>
        <p className="text-sm text-muted">{shareOf(day)}</p>
      </Figure>
    </dl>
  );
};

const attentionRows = (
  { lateCount, unpaidCount, belowZeroCount, failedPrintCount, openShifts }: Schemas["DayAttention"],
  { path, timeZone, hasStock }: { path: string; timeZone: string; hasStock: boolean },
): readonly FigureRow[] => {
  const counts = [
    { title: "Опаздывают заказы", href: path, count: lateCount, isBad: true },
    { title: "Открыты и не оплачены", href: path, count: unpaidCount },
    { title: "Остаток ниже нуля", href: `${path}/Stock`, count: hasStock ? belowZeroCount : null, isBad: true },
    { title: "Не напечатано за сутки", href: "/PrintCenter", count: failedPrintCount, isBad: true },
  ];
  const shifts = (openShifts ?? []).map(({ id, number, financeSourceName, openedAt }) => ({
    title: `${financeSourceName}: открыта смена №\u00a0${number}`,
    href: `${path}/Finance/Shift/${id}`,
    value: `с ${formatDateTime(openedAt, timeZone)}`,
  }));
  return [
    ...counts.flatMap(({ count, ...row }) => (count === null || count === 0 ? [] : [{ ...row, value: String(count) }])),
    ...shifts,
  ];
};

const BestItems = ({ items, path }: { items: Day["bestItems"]; path: string }) =>
  items.length === 0 ? (
    <p className="text-sm text-muted">За этот день ещё ничего не продано.</p>
  ) : (
    <ol className="grid gap-1 text-sm">
      {items.map(({ itemId, name, count, amount }) => (
        <li key={itemId} className="flex items-baseline gap-3">
          <Link
            href={`${path}/Item/${itemId}/Edit`}
            className="min-w-0 flex-1 py-1 wrap-anywhere text-accent hover:underline"
          >
            {name}
          </Link>
          <span className="text-muted">{count} шт.</span>
          <span className="min-w-20 text-right font-semibold whitespace-nowrap">{formatMoney(amount)}</span>
        </li>
      ))}
    </ol>
  );

/**
 * Dashboard cards of a day: main figures, charts, records that need attention (today only), payments and best dishes
 * (business, section 2). The main figures are compared with two earlier days, for today up to the same time of day.
 */
export const DayCards = ({
  query,
  names,
  timeZone,
  group,
  charts,
  payments,
}: DashboardCardProps & { charts: ReactNode; payments: ReactNode }) => {
  const view = useQuery(dayFiguresQuery, query);
  const path = `/Company/${query.companyId}`;
  const hasStock = !useCompany(query.companyId)?.modulesOff?.includes("stock");
  const card = { view, group, timeZone };
  return (
    <>
      <DashboardCard
        title="Главное"
        className="col-span-full min-h-[373px] sm:min-h-[252px] lg:min-h-[158px]"
        lines={3}
        {...card}
      >
        {(day) => <Headline day={day} query={query} names={names} />}
      </DashboardCard>
      {charts}
      {query.date === undefined && (
        <DashboardCard title="Требует внимания" {...card}>
          {({ attention }) => {
            const rows = attention ? attentionRows(attention, { path, timeZone, hasStock }) : [];
            return rows.length === 0 ? (
              <p className="text-sm text-muted">Всё в порядке.</p>
            ) : (
              <FigureTable caption="Требует внимания" rows={rows} />
            );
          }}
        </DashboardCard>
      )}
      {payments}
      <DashboardCard title="Лучшие блюда" {...card}>
        {({ bestItems }) => <BestItems items={bestItems} path={path} />}
      </DashboardCard>
    </>
  );
};
