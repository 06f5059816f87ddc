import type { KitchenStationRow } from "#machines/directory/descriptors/kitchenStations.ts";

/** Chips with the stations of the kitchen. An undefined `value` is the whole kitchen. */
export const StationChoice = ({
  stations,
  value,
  onChoose,
}: {
  stations: readonly KitchenStationRow[];
  value: number | undefined;
  onChoose: (id: number | undefined) => void;
}) => (
  <fieldset className="flex flex-wrap items-center gap-2">
    <legend className="sr-only">Станция</legend>
    <button
      type="button"
      className="chip pointer-coarse:min-h-14"
      aria-pressed={value === undefined}
      onClick={() => onChoose(undefined)}
    >
      Вся кухня
    </button>
    {stations.map(({ id, name }) => (
      <button
        key={id}
        type="button"
        className="chip pointer-coarse:min-h-14"
        aria-pressed={value === id}
        onClick={() => onChoose(id)}
      >
        {name}
      </button>
    ))}
  </fieldset>
);
