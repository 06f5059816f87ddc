import { X } from "lucide-react";

/** Chips of the chosen options, which the user can remove. `what` is the kind of option in the Russian accusative. */
export const ChosenChips = ({
  label,
  what,
  ids,
  nameOf,
  onChange,
}: {
  label: string;
  what: string;
  ids: readonly number[];
  nameOf: (id: number) => string;
  onChange: (ids: number[]) => void;
}) => (
  <ul aria-label={label} className="mt-1.5 flex flex-wrap gap-1 empty:hidden">
    {ids.map((id) => (
      <li key={id} className="chip">
        {nameOf(id)}
        <button
          type="button"
          className="-mr-1 inline-flex size-6 items-center justify-center rounded-full hover:bg-sunken pointer-coarse:size-10"
          aria-label={`Убрать ${what} ${nameOf(id)}`}
          onClick={() => onChange(ids.filter((other) => other !== id))}
        >
          <X size={14} aria-hidden />
        </button>
      </li>
    ))}
  </ul>
);
