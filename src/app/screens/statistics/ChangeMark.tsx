import { compareFigures, type GoodDirection } from "../../shared/compareFigures.ts";
import { classNames } from "../../ui/classNames.ts";

const tones = { positive: "text-positive", negative: "text-negative", muted: "text-muted" };

/** Sign for the change of a figure since an earlier day or period. Screen readers get the change in words. */
export const ChangeMark = ({
  now,
  before,
  good,
  format,
}: {
  now: number;
  before: number;
  good: GoodDirection;
  /** Formats a difference in the figure's own unit. */
  format: (value: number) => string;
}) => {
  const { sign, words, tone } = compareFigures(now, before, good, format);
  return (
    <span className={classNames("whitespace-nowrap", tones[tone])}>
      <span aria-hidden>{sign}</span>
      <span className="sr-only">({words})</span>
    </span>
  );
};
