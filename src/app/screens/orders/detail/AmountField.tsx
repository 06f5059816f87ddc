import { type KeyboardEvent, useEffect, useRef } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";

/** Form field for the amount of a payment. The key F fills in the unpaid amount (business, section 5). */
export const AmountField = ({
  label,
  text,
  error,
  onText,
  onFill,
}: {
  label: string;
  text: string;
  error?: string | undefined;
  onText: (text: string) => void;
  onFill: () => void;
}) => {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const press = (event: KeyboardEvent) => {
    if (event.code !== "KeyF" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onFill();
  };
  return (
    <Field label={label} error={error}>
      {(control) => (
        <span className="flex gap-2">
          <input
            {...control}
            ref={input}
            data-amount
            data-autofocus
            className="field min-w-24 flex-1 text-right text-xl font-semibold"
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            value={text}
            onFocus={(event) => event.target.select()}
            onKeyDown={press}
            onChange={(event) => onText(event.target.value)}
          />
          <Button keys="F" title="Вся сумма (F)" onClick={onFill}>
            Вся сумма
          </Button>
        </span>
      )}
    </Field>
  );
};
