import type { KitchenStationRow } from "#machines/directory/descriptors/kitchenStations.ts";
import { PopupMenu } from "../../ui/PopupMenu.tsx";
import { useMedia } from "../../ui/useMedia.ts";

/**
 * Chips for the stations of the kitchen, on phones a menu. If `value` is undefined, the whole kitchen is chosen.
 */
export const StationChoice = ({
  stations,
  value,
  onChoose,
}: {
  stations: readonly KitchenStationRow[];
  value: number | undefined;
  onChoose: (id: number | undefined) => void;
}) => {
  const isPhone = useMedia("(width <= 560px)");
  const choices = [{ id: undefined, name: "Вся кухня" }, ...stations];
  if (isPhone) {
    const chosen = choices.find(({ id }) => id === value)?.name;
    return (
      <PopupMenu
        className="btn btn-plain pointer-coarse:min-h-14 pointer-coarse:min-w-14"
        label={`Станция: ${chosen}`}
        trigger={
          <>
            <span className="truncate">{chosen}</span> <span aria-hidden>▾</span>
          </>
        }
        entries={choices.map(({ id, name }) => ({ title: name, isCurrent: id === value, run: () => onChoose(id) }))}
      />
    );
  }
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">Станция</legend>
      {choices.map(({ id, name }) => (
        <button
          key={id ?? 0}
          type="button"
          className="chip justify-center pointer-coarse:min-h-14 pointer-coarse:min-w-14"
          aria-pressed={value === id}
          onClick={() => onChoose(id)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
};
