import { useState } from "react";
import { decimalText, parseDecimal } from "#domain/decimal.ts";
import type { CustomValues, FieldDefinition } from "#machines/directory/descriptors/customFields.ts";
import { DecimalField } from "../ui/DecimalField.tsx";
import { Field } from "../ui/Field.tsx";
import { TextField } from "../ui/TextField.tsx";

type Value = CustomValues[string] | undefined;

interface ValueProps {
  field: FieldDefinition;
  value: Value;
  error: string | undefined;
  onValue: (value: Value) => void;
}

/**
 * Form field for a numeric custom field. A typed text such as "1,50" stays in the field as long as its value equals the
 * stored number.
 */
const NumberValue = ({ field, value, error, onValue }: ValueProps) => {
  const stored = typeof value === "number" ? value : undefined;
  const [typed, setTyped] = useState("");
  const text = parseDecimal(typed) === stored ? typed : stored === undefined ? "" : decimalText(stored);
  return (
    <DecimalField
      label={field.title}
      error={error}
      value={text}
      onText={(next) => {
        setTyped(next);
        onValue(parseDecimal(next));
      }}
    />
  );
};

const ListValue = ({ field: { title, options }, value, error, onValue }: ValueProps) => {
  const chosen = typeof value === "string" ? value : "";
  return (
    <Field label={title} error={error}>
      {(control) => (
        <select {...control} className="field" value={chosen} onChange={(event) => onValue(event.target.value)}>
          <option value="">— не выбрано —</option>
          {chosen && !options.includes(chosen) && <option value={chosen}>{chosen} (больше нет в списке)</option>}
          {options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
};

const FlagValue = ({ field: { title }, value, error, onValue }: ValueProps) => (
  <div className="self-end">
    <label className="flex min-h-8.5 items-center gap-2 pointer-coarse:min-h-10">
      <input
        type="checkbox"
        className="size-4 accent-accent"
        checked={value === true}
        onChange={(event) => onValue(event.target.checked)}
      />
      {title}
    </label>
    {error && <p className="text-xs text-negative">{error}</p>}
  </div>
);

const TextValue = ({ field: { title }, value, error, onValue }: ValueProps) => (
  <TextField
    label={title}
    error={error}
    maxLength={1000}
    value={typeof value === "string" ? value : ""}
    onText={onValue}
  />
);

const controls = { text: TextValue, number: NumberValue, list: ListValue, bool: FlagValue };

/** Returns the error message of the custom field `name`, or undefined if it has none. */
const messageOf = (errors: object | undefined, name: string): string | undefined => {
  const error: unknown = errors && Object.hasOwn(errors, name) ? Reflect.get(errors, name) : undefined;
  return typeof error === "object" && error !== null && "message" in error ? String(error.message) : undefined;
};

const withValue = (values: Readonly<CustomValues>, name: string, value: Value): CustomValues => {
  const { [name]: _, ...others } = values;
  return value === undefined || value === "" ? others : { ...others, [name]: value };
};

/** Form fields for the custom fields of a dish, a category or another type of record. */
export const CustomFields = ({
  definitions,
  values,
  errors,
  onChange,
}: {
  definitions: readonly FieldDefinition[];
  values: Readonly<CustomValues>;
  errors?: object | undefined;
  onChange: (values: CustomValues) => void;
}) => {
  if (definitions.length === 0) return null;
  return (
    <fieldset className="grid gap-3 sm:grid-cols-2">
      <legend className="mb-1 text-xs font-semibold text-muted">Дополнительные поля</legend>
      {definitions.map((field) => {
        const Control = controls[field.kind];
        return (
          <Control
            key={field.name}
            field={field}
            value={Object.hasOwn(values, field.name) ? values[field.name] : undefined}
            error={messageOf(errors, field.name)}
            onValue={(value) => onChange(withValue(values, field.name, value))}
          />
        );
      })}
    </fieldset>
  );
};
