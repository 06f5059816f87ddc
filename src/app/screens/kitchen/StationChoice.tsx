import type { KitchenStationRow } from "#machines/directory/descriptors/kitchenStations.ts";

/** Chips for the stations of the kitchen. If `value` is undefined, the whole kitchen is chosen. */
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
