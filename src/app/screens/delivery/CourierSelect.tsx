import type { DeliveryBoard } from "#machines/boards/delivery.ts";

/**
 * Select field that assigns an order or a trip to a courier. `releaseTitle` is the title of an additional option that
 * removes the assignment.
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
  /** Id of the courier to whom the order or trip is assigned, or null. */
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
