import { useState } from "react";
import { SearchInput } from "../../resource/SearchInput.tsx";
import { Field } from "../../ui/Field.tsx";

/** The search of a long list; the field answers at once, the list follows. */
export const FilterSearch = ({
  label,
  value,
  onText,
}: {
  label: string;
  value: string;
  onText: (text: string) => void;
}) => {
  const [typed, setTyped] = useState(value);
  return (
    <Field label={label} className="w-72 max-w-full">
      {(control) => (
        <SearchInput
          {...control}
          label={label}
          className="field"
          value={typed}
          onText={(text) => {
            setTyped(text);
            onText(text.trim());
          }}
        />
      )}
    </Field>
  );
};
