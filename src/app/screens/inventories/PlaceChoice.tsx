import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { setPreference, usePreference } from "../../storage/preferences.ts";
import { Button } from "../../ui/Button.tsx";
import { classNames } from "../../ui/classNames.ts";
import { Field } from "../../ui/Field.tsx";

const DEFAULT_PLACE = "Склад";
const LONGEST = 50;

/**
 * Returns the storage place that the user has chosen for counting (or the default place), and a function that changes
 * the place. The place is stored in the browser.
 */
export const useCountPlace = () => {
  const place = usePreference("countPlace") || DEFAULT_PLACE;
  return { place, choose: (name: string) => setPreference("countPlace", name.trim().slice(0, LONGEST)) };
};

/** Focuses the field that the user has just opened. */
const focus = (input: HTMLInputElement | null): void => input?.focus();

const isSame = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

const NewPlace = ({ onPlace }: { onPlace: (name: string) => void }) => {
  const [text, setText] = useState<string>();
  if (text === undefined)
    return (
      <Button className="min-h-12!" onClick={() => setText("")}>
        <Plus size={16} aria-hidden />
        Другое место
      </Button>
    );
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") return;
    onPlace(text);
    setText(undefined);
  };
  return (
    <form className="flex items-end gap-2" onSubmit={add}>
      <Field label="Новое место">
        {(control) => (
          <input
            {...control}
            ref={focus}
            autoComplete="off"
            placeholder="Бар, холодильник…"
            maxLength={LONGEST}
            className="field h-12!"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <Button type="submit" className="min-h-12!" why={text.trim() === "" && "Напишите, где считаете"}>
        Готово
      </Button>
    </form>
  );
};

/** Choice of the storage place at which the user counts. Each place has its own quantities. */
export const PlaceChoice = ({
  place,
  places,
  onPlace,
}: {
  place: string;
  /** Places that have counted quantities. */
  places: readonly string[];
  onPlace: (name: string) => void;
}) => {
  const names = [DEFAULT_PLACE, ...places.filter((name) => !isSame(name, DEFAULT_PLACE))];
  const shown = names.some((name) => isSame(name, place)) ? names : [...names, place];
  return (
    <fieldset className="flex flex-wrap items-end gap-2">
      <legend className="mb-1 text-xs text-muted">Где считаете</legend>
      {shown.map((name) => {
        const isChosen = isSame(name, place);
        return (
          <button
            key={name.toLowerCase()}
            type="button"
            className={classNames("chip min-h-12! px-4! wrap-anywhere", isChosen && "font-semibold")}
            aria-pressed={isChosen}
            onClick={() => onPlace(name)}
          >
            {name}
          </button>
        );
      })}
      <NewPlace onPlace={onPlace} />
    </fieldset>
  );
};
