import { MIN_LETTERS } from "#machines/catalogue/textFilter.ts";
import { SearchInput } from "./SearchInput.tsx";

const isShort = (text: string): boolean => text.trim().length > 0 && text.trim().length < MIN_LETTERS;

/** Text filter of a list. A text of fewer than three characters does not filter, and a hint explains this. */
export const TextFilter = ({
  label,
  value,
  onText,
}: {
  label: string;
  value: string;
  onText: (text: string) => void;
}) => (
  <span className="relative">
    <SearchInput label={label} placeholder={label} value={value} onText={onText} className="field w-44" />
    <span role="status" className="absolute top-full left-0 z-10 text-xs text-muted">
      {isShort(value) && "ищет с трёх букв"}
    </span>
  </span>
);
