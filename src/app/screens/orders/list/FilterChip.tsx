import { classNames } from "../../../ui/classNames.ts";

/** Button that switches a filter of the order list, with the number of matching orders. */
export const FilterChip = ({
  name,
  count,
  isOn,
  isUrgent = false,
  onClick,
}: {
  name: string;
  count: number;
  isOn: boolean;
  isUrgent?: boolean;
  onClick: () => void;
}) => (
  <button
    type="button"
    className={classNames("chip dense", isUrgent && "text-negative")}
    aria-pressed={isOn}
    onClick={onClick}
  >
    {name} <span>{count}</span>
  </button>
);
