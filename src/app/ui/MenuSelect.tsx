import { ChevronDown } from "lucide-react";
import { classNames } from "./classNames.ts";
import type { FieldControl } from "./Field.tsx";
import type { MenuEntry } from "./menuProps.ts";
import { PopupMenu } from "./PopupMenu.tsx";

/**
 * Select field with a menu of coloured titles. If no option is current, the button shows `placeholder`. Arrows, letters
 * and Escape work as in a native select.
 */
export const MenuSelect = ({
  label,
  control,
  options,
  placeholder = "",
  isDisabled = false,
  className = "w-full",
}: {
  /** Name of the field for screen readers. */
  label: string;
  control?: FieldControl;
  options: readonly MenuEntry[];
  placeholder?: string;
  isDisabled?: boolean;
  className?: string;
}) => {
  const chosen = options.find(({ isCurrent }) => isCurrent);
  const text = chosen?.title ?? placeholder;
  const face = (
    <>
      <span className="flex min-w-0 flex-1 items-center gap-2">
        {chosen?.colour && <span aria-hidden className="badge dot shrink-0" data-colour={chosen.colour} />}
        <span className="truncate">{text}</span>
      </span>
      <ChevronDown size={16} aria-hidden className="shrink-0 text-muted" />
    </>
  );
  const look = classNames("field flex items-center gap-2 text-left pointer-coarse:min-h-11", className);
  if (isDisabled)
    return (
      <button {...control} type="button" className={look} aria-label={`${label}: ${text}`} disabled>
        {face}
      </button>
    );
  return (
    <PopupMenu
      className={look}
      label={`${label}: ${text}`}
      trigger={face}
      entries={options}
      {...(control && { control })}
    />
  );
};
