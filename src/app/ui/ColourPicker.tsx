import { Check } from "lucide-react";
import { useId } from "react";
import { type Colour, colours } from "#domain/colour.ts";
import { colourName } from "#domain/colourName.ts";

/** Radio buttons for the thirteen colours and for "no colour". */
export const ColourPicker = ({
  value,
  error,
  onChange,
}: {
  value: Colour | "";
  error?: string | undefined;
  onChange: (colour: Colour | "") => void;
}) => {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-xs text-muted">Цвет</legend>
      <div className="flex flex-wrap gap-1.5">
        {(["", ...colours] as const).map((colour) => (
          <label
            key={colour}
            data-colour={colour || undefined}
            className="badge relative min-h-7 cursor-pointer border-2 border-transparent has-checked:border-text has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:min-h-10"
          >
            <input
              type="radio"
              name={name}
              className="absolute inset-0 cursor-pointer opacity-0"
              checked={value === colour}
              onChange={() => onChange(colour)}
            />
            {value === colour && <Check size={14} aria-hidden />}
            {colourName(colour)}
          </label>
        ))}
      </div>
      {error && <p className="mt-0.5 text-xs text-negative">{error}</p>}
    </fieldset>
  );
};
