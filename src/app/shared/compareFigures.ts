import { roundMoney } from "#domain/money.ts";

const percents = new Intl.NumberFormat("ru-RU", { maximumFractionDigits: 0 });
const points = new Intl.NumberFormat("ru-RU", { maximumFractionDigits: 1 });

/** Direction in which a figure should change. With `neither`, no change is good or bad. */
export type GoodDirection = "more" | "less" | "neither";

/** Difference between two figures: a sign, a text for screen readers, and a colour. */
export interface Comparison {
  readonly sign: string;
  readonly words: string;
  readonly tone: "positive" | "negative" | "muted";
}

/**
 * Compares a figure with an earlier figure. The difference is in per cent if the earlier figure is above 0, otherwise
 * in the figure's own unit, formatted by `format`.
 */
export const compareFigures = (
  now: number,
  before: number,
  good: GoodDirection,
  format: (value: number) => string,
): Comparison => {
  if (now === before) return { sign: "=", words: "столько же", tone: "muted" };
  const isMore = now > before;
  const tone = good === "neither" ? "muted" : (good === "more") === isMore ? "positive" : "negative";
  const difference = Math.abs(now - before);
  const share = (difference / before) * 100;
  const text =
    before > 0
      ? `${share < 10 ? points.format(share) : percents.format(share)}\u00a0%`
      : format(roundMoney(difference));
  return { sign: `${isMore ? "▲ +" : "▼ −"}${text}`, words: `на ${text} ${isMore ? "больше" : "меньше"}`, tone };
};
