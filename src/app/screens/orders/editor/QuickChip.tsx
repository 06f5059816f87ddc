import { classNames } from "../../../ui/classNames.ts";
import type { ChooseCategory } from "./pickerChoice.ts";

/**
 * Chip that shows the dishes with the ids `itemIds` in place of a category; a second click shows all dishes again. `id`
 * is passed to `onChoose` in place of a category id.
 */
export const QuickChip = ({
  id,
  name,
  itemIds,
  isChosen,
  className,
  onChoose,
}: {
  id: number;
  name: string;
  itemIds: readonly number[];
  isChosen: boolean;
  className?: string;
  onChoose: ChooseCategory;
}) => (
  <button
    type="button"
    className={classNames("chip", className)}
    tabIndex={isChosen ? 0 : -1}
    aria-pressed={isChosen}
    onClick={() => (isChosen ? onChoose(null) : onChoose(id, itemIds))}
  >
    {name}
  </button>
);
