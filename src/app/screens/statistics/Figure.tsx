import type { ReactNode } from "react";
import type { DayQuery } from "#machines/dashboards/dashboard.ts";
import { classNames } from "../../ui/classNames.ts";
import { Link } from "../../ui/Link.tsx";
import { ChangeMark } from "./ChangeMark.tsx";
import type { Good } from "./change.ts";

/** A value of a day and of the two days it is compared with, where the server knows them. */
interface ThreeDays {
  readonly now: number;
  readonly dayBefore: number | undefined;
  readonly weekBefore: number | undefined;
}

/** What the two other days are called beside a figure. */
export interface OtherDays {
  readonly dayBefore: string;
  readonly weekBefore: string;
}

/** What every card of a dashboard is told. */
export interface CardProps {
  readonly query: DayQuery;
  readonly names: OtherDays;
  readonly timeZone: string;
  /** How often the screen as a whole was asked to read anew. */
  readonly asked: number;
}

/** A figure of a day with the day before and the same weekday a week ago beside it. */
export const Figure = ({
  label,
  hint,
  days,
  names,
  good = "more",
  format,
  href,
  className,
  children,
}: {
  label: string;
  hint?: string;
  days: ThreeDays;
  names: OtherDays;
  good?: Good;
  format: (value: number) => string;
  /** Where the orders behind the figure are. */
  href?: string;
  className?: string;
  /** A picture of the value. */
  children?: ReactNode;
}) => {
  const value: ReactNode = <span className="text-xl leading-7 font-semibold">{format(days.now)}</span>;
  return (
    <div className={classNames("min-w-0", className)}>
      <dt className="text-sm text-muted" title={hint}>
        {label}
        {hint && <span className="sr-only"> ({hint})</span>}
      </dt>
      <dd>
        {href === undefined ? (
          value
        ) : (
          <Link href={href} className="text-accent underline decoration-1 underline-offset-4 hover:decoration-2">
            {value}
          </Link>
        )}
        {children}
        <ul className="text-xs text-muted">
          {(["dayBefore", "weekBefore"] as const).map((day) => {
            const before = days[day];
            return (
              before !== undefined && (
                <li key={day} className="flex flex-wrap gap-x-1.5">
                  <span className="whitespace-nowrap">
                    {names[day]}: {format(before)}
                  </span>
                  <ChangeMark now={days.now} before={before} good={good} />
                </li>
              )
            );
          })}
        </ul>
      </dd>
    </div>
  );
};
