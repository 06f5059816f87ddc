import { type KeyboardEvent, useId, useState } from "react";
import { classNames } from "../../../ui/classNames.ts";
import { Field } from "../../../ui/Field.tsx";
import { walkOn } from "./useEditor.ts";

const step = (key: string, active: number, count: number): number | undefined => {
  if (key === "ArrowDown") return active + 1 < count ? active + 1 : 0;
  if (key === "ArrowUp") return active > 0 ? active - 1 : count - 1;
  return undefined;
};

/** A text field that offers continuations; they may be ignored: whatever is typed stands. */
export const SuggestField = ({
  label,
  value,
  error,
  options,
  onText,
}: {
  label: string;
  value: string;
  error: string | undefined;
  options: readonly string[];
  onText: (text: string) => void;
}) => {
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const id = useId();
  const isShown = isOpen && options.length > 0;
  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const choose = (option: string) => {
    onText(option);
    close();
  };
  const press = (event: KeyboardEvent) => {
    const next = step(event.key, active, options.length);
    const chosen = options[active];
    if (next !== undefined && options.length > 0 && !event.ctrlKey) {
      setOpen(true);
      setActive(next);
    } else if (event.key === "Escape" && isShown) close();
    else if (event.key === "Enter" && isShown && !event.ctrlKey) {
      if (chosen !== undefined) choose(chosen);
      close();
      walkOn(event.target);
    } else return;
    event.preventDefault();
  };
  return (
    <Field label={label} error={error}>
      {(control) => (
        <span className="relative block">
          <input
            {...control}
            type="text"
            autoComplete="off"
            role="combobox"
            aria-expanded={isShown}
            aria-autocomplete="list"
            aria-controls={isShown ? id : undefined}
            aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
            className="field"
            data-walk=""
            value={value}
            onChange={(event) => {
              onText(event.target.value);
              setOpen(true);
              setActive(-1);
            }}
            onFocus={() => setOpen(true)}
            onBlur={close}
            onKeyDown={press}
          />
          {isShown && (
            <div
              id={id}
              role="listbox"
              tabIndex={-1}
              aria-label={label}
              className="absolute top-full left-0 z-20 mt-1 max-h-56 min-w-full overflow-y-auto rounded-md border border-line bg-raised py-1 shadow-float"
            >
              {options.map((option, index) => (
                <div
                  key={option}
                  id={`${id}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === active}
                  className={classNames(
                    "px-2.5 py-1.5 whitespace-nowrap",
                    index === active && "bg-accent-weak text-accent",
                  )}
                  onMouseDown={(event) => {
                    event.preventDefault();
                    choose(option);
                  }}
                  onMouseEnter={() => setActive(index)}
                >
                  {option}
                </div>
              ))}
            </div>
          )}
        </span>
      )}
    </Field>
  );
};
