import { useState } from "react";
import { TextField } from "../../ui/TextField.tsx";

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
    <TextField
      label={label}
      type="search"
      className="w-72 max-w-full"
      maxLength={100}
      value={typed}
      onText={(text) => {
        setTyped(text);
        onText(text.trim());
      }}
    />
  );
};
