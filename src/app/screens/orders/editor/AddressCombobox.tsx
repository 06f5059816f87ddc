import { ComboboxInput, ComboboxOption, ComboboxOptions, Combobox as HeadlessCombobox } from "@headlessui/react";
import type { ComponentProps, KeyboardEvent } from "react";
import { Field, type FieldControl } from "../../../ui/Field.tsx";
import { focusNextField } from "./useEditor.ts";

/** Input element of the combobox. It ignores Ctrl combinations, because they are commands of the screen. */
const SuggestInput = ({ control, onKeyDown, ...rest }: ComponentProps<"input"> & { control: FieldControl }) => (
  <input {...rest} {...control} data-walk="" onKeyDown={(event) => event.ctrlKey || onKeyDown?.(event)} />
);

/** Address field with suggestions. The typed text is kept if the user chooses no suggestion. */
export const AddressCombobox = ({
  label,
  value,
  error,
  options,
  onText,
}: {
  label: string;
  value: string;
  error: string | undefined;
  options: readonly string[];
  onText: (text: string) => void;
}) => (
  <Field label={label} error={error}>
    {(control) => (
      <HeadlessCombobox immediate value={value} onChange={(text: string | null) => text !== null && onText(text)}>
        {({ open, activeOption }) => (
          <span className="relative block">
            <ComboboxInput
              as={SuggestInput}
              control={control}
              type="text"
              autoComplete="off"
              className="field"
              displayValue={(text: string) => text}
              onChange={({ target }: { target: HTMLInputElement }) => onText(target.value)}
              onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
                if (event.key !== "Enter" || !open) return;
                event.preventDefault();
                if (activeOption !== null) onText(activeOption);
                focusNextField(event.currentTarget);
              }}
            />
            {open && options.length > 0 && (
              <ComboboxOptions
                modal={false}
                className="absolute top-full left-0 z-20 mt-1 max-h-56 min-w-full overflow-y-auto rounded-md border border-line bg-raised py-1 shadow-float"
              >
                {/* The typed text is the first option, so that Enter keeps it. */}
                {[...new Set(value === "" ? options : [value, ...options])].map((option) => (
                  <ComboboxOption
                    key={option}
                    value={option}
                    className="px-2.5 py-1.5 whitespace-nowrap data-focus:bg-accent-weak data-focus:text-accent"
                  >
                    {option}
                  </ComboboxOption>
                ))}
              </ComboboxOptions>
            )}
          </span>
        )}
      </HeadlessCombobox>
    )}
  </Field>
);
