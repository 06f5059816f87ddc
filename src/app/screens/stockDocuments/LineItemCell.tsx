import { Chooser } from "../../ui/Chooser.tsx";
import { Field } from "../../ui/Field.tsx";

/** Cell of the stock item in the row of a line grid. */
export const LineItemCell = ({
  at,
  value,
  choices,
  error,
  onChoose,
}: {
  at: number;
  value: number;
  choices: readonly { readonly id: number; readonly name: string; readonly why?: string | undefined }[];
  error: string | undefined;
  onChoose: (stockItemId: number) => void;
}) => (
  <Field label="Товар" error={error}>
    {(control) => (
      <Chooser
        control={control}
        label={`Товар ${at + 1}`}
        value={value || undefined}
        choices={choices}
        empty="Найдите товар…"
        onChoose={onChoose}
      />
    )}
  </Field>
);
