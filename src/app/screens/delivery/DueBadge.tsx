import { formatTime } from "#domain/format.ts";
import { minutesUntil } from "#machines/boards/kitchen.ts";
import { useTimeZone } from "../../services/context.ts";

const SOON_MINUTES = 15;

/**
 * Due time of an order. It is grey, in the last 15 minutes orange, and after the due time red with the delay. `now` is
 * in ms since 1970.
 */
export const DueBadge = ({ due, now, companyId }: { due: string; now: number; companyId: number }) => {
  const left = minutesUntil(due, now);
  const colour = left < 0 ? "red" : left < SOON_MINUTES ? "orange" : "grey";
  return (
    <span className="badge shrink-0" data-colour={colour}>
      к {formatTime(due, useTimeZone(companyId))}
      {left < 0 && `, опоздание ${-left} мин`}
    </span>
  );
};
