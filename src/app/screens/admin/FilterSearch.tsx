import { useState } from "react";
import { SearchInput } from "../../shared/SearchInput.tsx";
import { Field } from "../../ui/Field.tsx";

/**
 * Search field of a paged list. It shows the text as typed until the filter `value` changes elsewhere, for example by
 * the browser's Back button. `onText` gets the text without leading and trailing spaces.
 */
export const FilterSearch = ({
  label,
  value,
  onText,
}: {
  label: string;
  value: string;
  onText: (text: string) => void;
}) => {
  const [draft, setDraft] = useState(value);
  return (
    <Field label={label} className="w-72 max-w-full">
      {(control) => (
        <SearchInput
          {...control}
          label={label}
          className="field"
          value={draft.trim() === value ? draft : value}
          onText={(text) => {
            setDraft(text);
            onText(text.trim());
          }}
        />
      )}
    </Field>
  );
};
