const percents = new Intl.NumberFormat("ru-RU", { maximumFractionDigits: 0 });
const points = new Intl.NumberFormat("ru-RU", { maximumFractionDigits: 1 });

/** Which way of a figure is good news. */
export type Good = "more" | "less" | "neither";

/** How a figure differs from what it is compared with: as a sign, in words, and whether that is good news. */
export interface Change {
  readonly sign: string;
  readonly words: string;
  readonly tone: "positive" | "negative" | "muted";
}

/** Compares a figure with an earlier one, in percent where there was something to compare with. */
export const changeOf = (now: number, before: number, good: Good): Change => {
  if (now === before) return { sign: "=", words: "столько же", tone: "muted" };
  const isMore = now > before;
  const tone = good === "neither" ? "muted" : (good === "more") === isMore ? "positive" : "negative";
  if (before <= 0) return { sign: isMore ? "▲" : "▼", words: isMore ? "больше" : "меньше", tone };
  const share = (Math.abs(now - before) / before) * 100;
  const text = `${share < 10 ? points.format(share) : percents.format(share)}\u00a0%`;
  return { sign: `${isMore ? "▲ +" : "▼ −"}${text}`, words: `на ${text} ${isMore ? "больше" : "меньше"}`, tone };
};
