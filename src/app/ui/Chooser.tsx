import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { ChooserList } from "./ChooserList.tsx";
import { type Choice, found, stepTo } from "./chooserParts.ts";
import type { FieldControl } from "./Field.tsx";

/** A choice of one among many: typing narrows what is offered, arrows and Enter choose. `empty` is shown while nothing is chosen. */
export const Chooser = ({
  control,
  label,
  value,
  choices,
  empty,
  onChoose,
}: {
  control: FieldControl;
  label: string;
  value: number | undefined;
  choices: readonly Choice[];
  empty: string;
  onChoose: (id: number) => void;
}) => {
  const [typed, setTyped] = useState<string>();
  const [active, setActive] = useState(0);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const isOpen = typed !== undefined;
  const offered = isOpen ? found(choices, typed) : [];
  const chosen = choices.find(({ id }) => id === value);
  const close = () => setTyped(undefined);
  const open = (text: string) => {
    setTyped(text);
    setActive(stepTo(found(choices, text), -1, 1));
  };
  const choose = ({ id, why }: Choice) => {
    if (why) return;
    close();
    onChoose(id);
  };
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  });
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const one = offered[active];
    if (event.ctrlKey) return;
    if (step !== undefined && !isOpen) open("");
    else if (step !== undefined) setActive(stepTo(offered, active, step));
    else if (event.key === "Enter" && isOpen && one) choose(one);
    else if (event.key === "Escape" && isOpen) close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <span className="relative block">
      <input
        {...control}
        type="text"
        autoComplete="off"
        role="combobox"
        aria-expanded={isOpen}
        aria-autocomplete="list"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen && offered[active] ? `${listId}-${offered[active].id}` : undefined}
        className="field"
        placeholder={empty}
        value={typed ?? chosen?.name ?? ""}
        onChange={({ target }) => open(target.value)}
        onClick={() => isOpen || open("")}
        onBlur={close}
        onKeyDown={press}
      />
      {isOpen && (
        <ChooserList ref={list} id={listId} label={label} choices={offered} active={active} onChoose={choose} />
      )}
    </span>
  );
};
