import { useState } from "react";
import { Chooser } from "../../ui/Chooser.tsx";
import { Field } from "../../ui/Field.tsx";
import { removedTitle } from "./useLineGrid.ts";

interface ItemChoice {
  readonly id: number;
  readonly name: string;
  readonly why?: string | undefined;
}

/**
 * Cell of the stock item in the row of a line grid. The choices are computed when the cell gets the focus, because a
 * document may have hundreds of lines.
 */
export const LineItemCell = ({
  at,
  value,
  title,
  choicesOf,
  error,
  onChoose,
}: {
  at: number;
  value: number;
  /** Title of the chosen item. Undefined if the catalogue no longer has the item. */
  title: string | undefined;
  choicesOf: () => readonly ItemChoice[];
  error: string | undefined;
  onChoose: (stockItemId: number) => void;
}) => {
  const [choices, setChoices] = useState<readonly ItemChoice[]>();
  const chosen = value > 0 ? [{ id: value, name: title ?? removedTitle(value) }] : [];
  return (
    <div onFocusCapture={() => setChoices(choicesOf())}>
      <Field label="Товар" error={error}>
        {(control) => (
          <Chooser
            control={control}
            label={`Товар ${at + 1}`}
            value={value || undefined}
            choices={choices ?? chosen}
            empty="Найдите товар…"
            onChoose={onChoose}
          />
        )}
      </Field>
    </div>
  );
};
