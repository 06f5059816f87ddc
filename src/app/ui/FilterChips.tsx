/** Chips of a filter with a few values. At most one chip is chosen. */
export const FilterChips = <Value extends string>({
  label,
  options,
  value,
  onChoose,
}: {
  label: string;
  options: readonly { readonly value: Value; readonly title: string }[];
  value: Value;
  onChoose: (value: Value) => void;
}) => (
  <fieldset className="flex flex-wrap items-center gap-2">
    <legend className="sr-only">{label}</legend>
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        className="chip"
        aria-pressed={option.value === value}
        onClick={() => onChoose(option.value)}
      >
        {option.title}
      </button>
    ))}
  </fieldset>
);
