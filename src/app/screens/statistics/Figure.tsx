import type { ReactNode } from "react";
import type { DayQuery } from "#machines/queries/dashboard.ts";
import type { GoodDirection } from "../../shared/compareFigures.ts";
import type { RefreshGroup } from "../../shared/useRefreshGroup.ts";
import { classNames } from "../../ui/classNames.ts";
import { Link } from "../../ui/Link.tsx";
import { ChangeMark } from "./ChangeMark.tsx";

/**
 * Value of a figure on the day, on the day before, and on the same weekday a week before. The values of the two earlier
 * days are undefined if the server does not send them.
 */
interface ThreeDays {
  readonly now: number;
  readonly dayBefore: number | undefined;
  readonly weekBefore: number | undefined;
}

/** Names of the day before and of the same weekday a week before. */
export interface OtherDays {
  readonly dayBefore: string;
  readonly weekBefore: string;
  /**
   * True if a difference must not be shown as good or bad: the day is not over but is compared with whole days, or it
   * has just begun.
   */
  readonly isRunning: boolean;
}

export interface DashboardCardProps {
  readonly query: DayQuery;
  readonly names: OtherDays;
  readonly timeZone: string;
  /** Group of cards that are refreshed together by one button. */
  readonly group: RefreshGroup;
}

/** Figure of a day, compared with the day before and with the same weekday a week before. */
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
  good?: GoodDirection;
  format: (value: number) => string;
  /** Path of the list with the orders that the figure counts. */
  href?: string;
  className?: string;
  /** Chart or text below the value. */
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
                  <span>
                    {names[day]}: {format(before)}
                  </span>
                  <ChangeMark
                    now={days.now}
                    before={before}
                    good={names.isRunning ? "neither" : good}
                    format={format}
                  />
                </li>
              )
            );
          })}
        </ul>
      </dd>
    </div>
  );
};
