import type { Schemas } from "#api/client.ts";
import { reviewFiguresQuery } from "#machines/queries/dashboard.ts";
import { useQuery } from "../../shared/useQuery.ts";
import { DashboardCard } from "./DashboardCard.tsx";
import type { DashboardCardProps } from "./Figure.tsx";
import { type FigureRow, FigureTable } from "./FigureTable.tsx";

const LIST = "/Feedback/Guest";

const scoreText = (score: number | null): string => (score === null ? "—" : score.toLocaleString("ru"));

const rowsOf = ({ count, food, delivery, service, openCount }: Schemas["DashboardReviews"]): readonly FigureRow[] => [
  { title: "Отзывов за 30 дней", href: LIST, value: String(count) },
  { title: "Еда", href: LIST, value: scoreText(food) },
  { title: "Доставка", href: LIST, value: scoreText(delivery) },
  { title: "Обслуживание", href: LIST, value: scoreText(service) },
  { title: "Не разобрано жалоб", href: LIST, value: String(openCount), isBad: openCount > 0 },
];

/**
 * Card with the number and the average scores of the reviews of the last 30 days, and with the number of open cases
 * (areas, sections 12 and 14).
 */
export const ReviewsCard = ({
  companyId,
  timeZone,
  group,
}: Pick<DashboardCardProps, "timeZone" | "group"> & { companyId: number }) => (
  <DashboardCard title="Отзывы" view={useQuery(reviewFiguresQuery, { companyId })} timeZone={timeZone} group={group}>
    {(figures) => <FigureTable caption="Отзывы гостей" rows={rowsOf(figures)} />}
  </DashboardCard>
);
