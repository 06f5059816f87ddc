import { classNames } from "../../ui/classNames.ts";
import { changeOf, type Good } from "./change.ts";

const tones = { positive: "text-positive", negative: "text-negative", muted: "text-muted" };

/** How a figure differs from an earlier one: a sign to see, words to hear. */
export const ChangeMark = ({ now, before, good }: { now: number; before: number; good: Good }) => {
  const { sign, words, tone } = changeOf(now, before, good);
  return (
    <span className={classNames("whitespace-nowrap", tones[tone])}>
      <span aria-hidden>{sign}</span>
      <span className="sr-only">({words})</span>
    </span>
  );
};
