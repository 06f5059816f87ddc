import { useMemo } from "react";
import { type Attention, attentions, needsAttention } from "#machines/orders/list/orderAttention.ts";
import type { OrderRow } from "#machines/orders/list/orderList.ts";
import { FilterChip } from "./FilterChip.tsx";

const names: Readonly<Record<Attention, string>> = {
  late: "Опаздывают",
  unpaid: "Не оплачены",
  noCourier: "Без курьера",
};

/**
 * Filters for the open orders that need attention, with the number of orders for each reason. A filter without orders
 * is shown only while it is on, and the filter for orders without a courier only with `hasCouriers`.
 */
export const AttentionChips = ({
  rows,
  chosen,
  hasCouriers,
  now,
  onChoose,
}: {
  rows: readonly OrderRow[];
  chosen: Attention | undefined;
  hasCouriers: boolean;
  now: number;
  onChoose: (attention: Attention | undefined) => void;
}) => {
  const counts = useMemo(
    () =>
      attentions.map((attention) => ({
        attention,
        count: rows.filter((row) => needsAttention(row, attention, now)).length,
      })),
    [rows, now],
  );
  return (
    // On a narrow screen the row keeps its height even without chips, so that the list does not move when a chip appears.
    <fieldset className="flex flex-wrap gap-1.5 max-[760px]:order-last max-[760px]:not-has-[button]:min-h-10">
      <legend className="sr-only">Требуют внимания</legend>
      {counts
        .filter(({ attention }) => attention !== "noCourier" || hasCouriers)
        .filter(({ attention, count }) => count > 0 || attention === chosen)
        .map(({ attention, count }) => (
          <FilterChip
            key={attention}
            name={names[attention]}
            count={count}
            isOn={attention === chosen}
            isUrgent={attention === "late"}
            onClick={() => onChoose(attention === chosen ? undefined : attention)}
          />
        ))}
    </fieldset>
  );
};
