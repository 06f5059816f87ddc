import { Field } from "../ui/Field.tsx";

/**
 * Select field that filters a list by one value; its first option, with the text `empty`, clears the filter. It is a
 * native select, because a phone then shows its own picker (`PopupMenu` is for choices with colours).
 */
export const SelectFilter = ({
  label,
  empty,
  value,
  choices,
  onChoose,
}: {
  label: string;
  empty: string;
  value: string;
  choices: readonly (readonly [value: string, title: string])[];
  onChoose: (value: string) => void;
}) => (
  <Field label={label} className="w-44 max-w-full">
    {(control) => (
      <select {...control} value={value} onChange={(event) => onChoose(event.target.value)} className="field">
        <option value="">{empty}</option>
        {choices.map(([id, title]) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    )}
  </Field>
);
