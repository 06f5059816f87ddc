import type { ExtensionOperation } from "#api/access.d.ts";
import type { Schemas } from "#api/client.ts";
import { addDays } from "#domain/days.ts";
import { formatDay } from "#domain/format.ts";
import { ordersOfDayQuery } from "#machines/queries/dashboard.ts";
import { useCompany, usePermissions, useTimeZone } from "../../services/context.ts";
import { useHasExtensionFields, useIsOffered } from "../../services/useIsOffered.ts";
import { DayStepButtons } from "../../shared/DayStepButtons.tsx";
import { fullDay, weekdayName } from "../../shared/dayNames.ts";
import { PermittedCard } from "../../shared/Permitted.tsx";
import { useDaySteps } from "../../shared/useDaySteps.ts";
import { useQuery } from "../../shared/useQuery.ts";
import { useRefreshGroup } from "../../shared/useRefreshGroup.ts";
import { useTitle } from "../../shared/useTitle.ts";
import { DayCards } from "./DayCards.tsx";
import type { DashboardCardProps } from "./Figure.tsx";
import { FinanceCard } from "./FinanceCard.tsx";
import { HourChart, HourChartSkeleton } from "./HourChart.tsx";
import { OrdersCard } from "./OrdersCard.tsx";
import { PaymentsCard } from "./PaymentsCard.tsx";
import { ReviewsCard } from "./ReviewsCard.tsx";
import { RushCard } from "./RushCard.tsx";
import { ShopCard } from "./ShopCard.tsx";
import { SourcesCard } from "./SourcesCard.tsx";
import { StockCard } from "./StockCard.tsx";

const dayOperation = "GET /api/Dashboard/Company/{companyId}/Day";

/**
 * Returns the names of the two days of comparison (the day before, and the same weekday a week before), and whether the
 * day is today.
 */
const namesOf = (day: string, today: string) => {
  const dayBefore = addDays(day, -1);
  const weekBefore = addDays(day, -7);
  const shortName = (date: string) => `${weekdayName(date)} ${formatDay(date).slice(0, 5)}`;
  return {
    dayBefore: day === today ? "Вчера" : shortName(dayBefore),
    weekBefore: shortName(weekBefore),
    isRunning: day === today,
  };
};

/** Returns true if the server offers the data of a card and at least one of the card's modules is on. */
const useHasCard = (
  operation: ExtensionOperation,
  companyId: number,
  modules: readonly Schemas["ModuleName"][],
): boolean => {
  const off = useCompany(companyId)?.modulesOff;
  return useIsOffered(operation) && modules.some((module) => !off?.includes(module));
};

const Payments = (card: DashboardCardProps) => (
  <PermittedCard companyId={card.query.companyId} needs="finance.view" title="Оплаты">
    <PaymentsCard {...card} />
  </PermittedCard>
);

/** Cards with the orders of a day. The card with the payments is placed among them. */
const OrderCards = (card: DashboardCardProps) => {
  const hasDay = useIsOffered(dayOperation);
  const view = useQuery(ordersOfDayQuery, card.query);
  const charts = view.shown ? (
    <HourChart orders={view.shown.answer} names={card.names} />
  ) : (
    view.error === undefined && <HourChartSkeleton />
  );
  const payments = <Payments {...card} />;
  return (
    <>
      {hasDay ? (
        <DayCards {...card} charts={charts} payments={payments} />
      ) : (
        <>
          {charts}
          {payments}
        </>
      )}
      <OrdersCard {...card} view={view} />
    </>
  );
};

/**
 * Dashboard of a day with cards for orders, payments and money, and for the modules that are on (business, section 2).
 * Most cards send their own request. The cards of `DayCards` share one request, and the hour charts share another with
 * `OrdersCard`.
 */
export const Dashboard = ({ companyId }: { companyId: number }) => {
  const group = useRefreshGroup();
  const steps = useDaySteps(companyId, group.refresh);
  const { day, date, today } = steps;
  const timeZone = useTimeZone(companyId);
  const mayView = usePermissions(companyId)("order.view");
  const hasFormerDays = useHasExtensionFields();
  const hasDay = useIsOffered(dayOperation);
  const hasRush = useHasCard("GET /api/Dashboard/Company/{companyId}/Rush", companyId, ["kitchen", "delivery"]);
  const hasSources = useHasCard("GET /api/Dashboard/Company/{companyId}/Source", companyId, ["finance"]);
  const hasStock = useHasCard("GET /api/Dashboard/Company/{companyId}/Stock", companyId, ["stock"]);
  const hasShop = useHasCard("GET /api/Dashboard/Company/{companyId}/Shop", companyId, ["shop"]);
  const hasReviews = useHasCard("GET /api/Dashboard/Company/{companyId}/Review", companyId, ["feedback"]);
  const title = fullDay(day);
  useTitle(title);
  const card = { query: { companyId, date }, names: namesOf(day, today), timeZone, group };
  return (
    <>
      <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1>{title}</h1>
        {date === undefined && hasFormerDays && (
          <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
            <span className="badge">сегодня</span>
            обновляется каждую минуту
          </p>
        )}
        <span className="flex-1" />
        <DayStepButtons companyId={companyId} steps={steps} refresh={group.refresh} />
      </header>
      <div className="grid gap-3 lg:grid-cols-2 xl:grid-cols-3">
        <PermittedCard companyId={companyId} needs="order.view" title="Заказы за день">
          <OrderCards {...card} />
        </PermittedCard>
        {!mayView && <Payments {...card} />}
        <PermittedCard companyId={companyId} needs="finance.view" title="Деньги за день">
          <FinanceCard {...card} />
        </PermittedCard>
        {hasSources && (
          <PermittedCard companyId={companyId} needs="finance.view" title="Где деньги">
            <SourcesCard {...card} />
          </PermittedCard>
        )}
        {hasRush && (
          <PermittedCard companyId={companyId} needs="order.view" title="Кухня и доставка">
            <RushCard {...card} />
          </PermittedCard>
        )}
        {hasShop && (
          <PermittedCard companyId={companyId} needs="order.view" title="Сайт">
            <ShopCard {...card} />
          </PermittedCard>
        )}
        {hasReviews && date === undefined && (
          <PermittedCard companyId={companyId} needs="feedback.answer" title="Отзывы">
            <ReviewsCard companyId={companyId} timeZone={timeZone} group={group} />
          </PermittedCard>
        )}
        {hasStock && date === undefined && (
          <PermittedCard companyId={companyId} needs="stock.view" title="Склад">
            <StockCard companyId={companyId} timeZone={timeZone} group={group} />
          </PermittedCard>
        )}
      </div>
      {date === undefined && (
        <p className="mt-3 text-xs text-muted">
          {hasDay
            ? "«Главное» сравнивается с тем же временем других дней, остальные карточки — с целыми днями."
            : "Сегодняшний день идёт; те, с которыми он сравнивается, взяты целиком."}
        </p>
      )}
    </>
  );
};
