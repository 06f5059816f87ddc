import type { Ref } from "react";
import { type Choice, MOST_SHOWN } from "./chooserParts.ts";
import { classNames } from "./classNames.ts";

/** What a chooser offers at this moment. */
export const ChooserList = ({
  ref,
  id,
  label,
  choices,
  active,
  onChoose,
}: {
  ref: Ref<HTMLDivElement>;
  id: string;
  label: string;
  choices: readonly Choice[];
  active: number;
  onChoose: (choice: Choice) => void;
}) => (
  <div className="absolute top-full left-0 z-20 mt-1 w-max max-w-[min(28rem,80vw)] min-w-full overflow-hidden rounded-md border border-line bg-raised shadow-float">
    <div ref={ref} id={id} role="listbox" tabIndex={-1} aria-label={label} className="max-h-60 overflow-y-auto py-1">
      {choices.map((choice, at) => (
        <div
          key={choice.id}
          id={`${id}-${choice.id}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          aria-disabled={choice.why ? true : undefined}
          title={choice.why}
          className={classNames(
            "px-2.5 py-1.5 wrap-anywhere pointer-coarse:py-2.5",
            choice.why ? "text-muted" : "cursor-pointer hover:bg-sunken",
            at === active && "bg-accent-weak text-accent",
          )}
          onMouseDown={(event) => {
            event.preventDefault();
            onChoose(choice);
          }}
        >
          {choice.name}
          {choice.why && <span className="text-xs"> — {choice.why}</span>}
        </div>
      ))}
    </div>
    {choices.length === 0 && <p className="px-2.5 py-1.5 text-muted">Ничего не найдено.</p>}
    {choices.length === MOST_SHOWN && (
      <p className="border-t border-line px-2.5 py-1 text-xs text-muted">Показаны не все: уточните запрос</p>
    )}
  </div>
);
