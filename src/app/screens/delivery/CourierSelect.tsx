import type { DeliveryBoard } from "#machines/boards/delivery.ts";
import { MenuSelect } from "../../ui/MenuSelect.tsx";

/**
 * Menu that assigns an order or a trip to a courier. `releaseTitle` is the title of an additional item that
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
  <MenuSelect
    label={label}
    className="w-56 max-w-full text-sm"
    placeholder={courierId === null ? "Отдать курьеру…" : "Передать…"}
    options={[
      ...couriers
        .filter(({ id }) => id !== courierId)
        .map(({ id, alias, isOnDuty }) => ({
          id,
          title: alias,
          detail: isOnDuty ? "" : "не на смене",
          run: () => onChoose(id),
        })),
      ...(releaseTitle ? [{ title: releaseTitle, run: () => onChoose(null) }] : []),
    ]}
  />
);
