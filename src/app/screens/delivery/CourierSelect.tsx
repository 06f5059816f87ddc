import type { DeliveryBoard } from "#machines/boards/delivery.ts";

/**
 * Select field that gives an order or a trip to a courier. `releaseTitle` adds an option that takes the order or trip
 * away from its courier.
 */
export const CourierSelect = ({
  label,
  couriers,
  courierId,
  releaseTitle,
  onChoose,
}: {
  label: string;
  couriers: DeliveryBoard["couriers"];
  /** Id of the courier who has the order or trip now, or null. */
  courierId: number | null;
  releaseTitle?: string;
  onChoose: (courierId: number | null) => void;
}) => (
  <select
    aria-label={label}
    className="field w-auto! max-w-full text-sm"
    value=""
    onChange={({ target }) => onChoose(target.value === "none" ? null : Number(target.value))}
  >
    <option value="" disabled>
      {courierId === null ? "Отдать курьеру…" : "Передать…"}
    </option>
    {couriers
      .filter(({ id }) => id !== courierId)
      .map(({ id, alias, isOnDuty }) => (
        <option key={id} value={id}>
          {alias}
          {isOnDuty ? "" : " (не на смене)"}
        </option>
      ))}
    {releaseTitle && <option value="none">{releaseTitle}</option>}
  </select>
);
