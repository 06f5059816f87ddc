import type { Schemas } from "#api/client.ts";
import { type DayQuery, rushOfDayQuery } from "#machines/queries/dashboard.ts";
import { useQuery } from "../../shared/useQuery.ts";
import { classNames } from "../../ui/classNames.ts";
import { Link } from "../../ui/Link.tsx";
import { DashboardCard } from "./DashboardCard.tsx";
import type { DashboardCardProps } from "./Figure.tsx";

const places = [
  { name: "Кухня", path: "Kitchen", key: "kitchen", done: "Готово блюд" },
  { name: "Доставка", path: "Delivery", key: "delivery", done: "Доставлено заказов" },
] as const;

const doneText = (title: string, { doneCount, medianMinutes }: Schemas["RushFigures"]): string =>
  `${title}: ${doneCount}${medianMinutes === null ? "" : `, обычно за ${Math.round(medianMinutes)} мин`}`;

const Figures = ({ now }: { now: Schemas["RushNow"] }) => (
  <dl className="mt-1 grid grid-cols-3 gap-x-4">
    {(
      [
        ["Ждут", now.waiting],
        ["В работе", now.active],
        ["Опаздывают", now.late],
      ] as const
    ).map(([title, count]) => (
      <div key={title}>
        <dt className="text-sm text-muted">{title}</dt>
        <dd
          className={classNames(
            "text-xl leading-7 font-semibold",
            title === "Опаздывают" && count > 0 && "text-negative",
          )}
        >
          {count}
        </dd>
      </div>
    ))}
  </dl>
);

/**
 * Card with the workload of the kitchen and the couriers: the number of cooked dishes and of delivered orders of the
 * day, each with the median duration in minutes. For today the card also shows how many dishes and orders are waiting,
 * active and late now.
 */
export const RushCard = ({
  query,
  timeZone,
  group,
}: Pick<DashboardCardProps, "timeZone" | "group"> & { query: DayQuery }) => (
  <DashboardCard title="Кухня и доставка" view={useQuery(rushOfDayQuery, query)} timeZone={timeZone} group={group}>
    {(rush) => (
      <ul className="grid gap-4">
        {places.map(({ name, path, key, done }) => {
          const { now } = rush[key];
          return (
            <li key={key}>
              <h3 className="font-semibold">
                <Link href={`/Company/${query.companyId}/${path}`} className="text-accent underline underline-offset-4">
                  {name}
                </Link>
              </h3>
              {now && <Figures now={now} />}
              <p className="text-sm text-muted">{doneText(done, rush[key])}</p>
            </li>
          );
        })}
      </ul>
    )}
  </DashboardCard>
);
