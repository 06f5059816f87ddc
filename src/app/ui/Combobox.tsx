import {
  ComboboxButton,
  ComboboxInput,
  ComboboxOption,
  ComboboxOptions,
  Combobox as HeadlessCombobox,
} from "@headlessui/react";
import { ChevronDown } from "lucide-react";
import type { ChangeEvent, ComponentProps, FocusEvent, ReactNode } from "react";
import type { Choice } from "./choices.ts";
import { classNames } from "./classNames.ts";
import type { FieldControl } from "./Field.tsx";

/**
 * Input element of the combobox. `control` is applied last, so that its id and aria-describedby replace the values from
 * Headless UI.
 */
const FieldInput = ({ control, ...rest }: ComponentProps<"input"> & { control: FieldControl }) => (
  <input {...rest} {...control} />
);

/** Text field with a list of options (Headless UI). The caller filters the options by the typed text. */
export const Combobox = <Option extends Choice>({
  control,
  label,
  value,
  options,
  footer,
  isOpenedByFocus = true,
  onText,
  onChoose,
  onClose,
  ...input
}: {
  control: FieldControl;
  label: string;
  value: Option | null;
  options: readonly Option[];
  /** Content below the options. */
  footer?: ReactNode;
  /** False if the list of options opens only on typing, on an arrow key or on a click of the button. */
  isOpenedByFocus?: boolean;
  onText: (text: string) => void;
  onChoose: (option: Option) => void;
  onClose?: () => void;
} & Pick<ComponentProps<"input">, "placeholder" | "onKeyDown" | "onBlur" | "inputMode">) => (
  <HeadlessCombobox
    immediate={isOpenedByFocus}
    by="id"
    value={value}
    onChange={(option) => option && onChoose(option)}
    {...(onClose && { onClose })}
  >
    {({ open }) => (
      <span className="relative block">
        <ComboboxInput
          as={FieldInput}
          control={control}
          displayValue={(option: Option | null) => option?.name ?? ""}
          onChange={({ target }: ChangeEvent<HTMLInputElement>) => onText(target.value)}
          autoComplete="off"
          className="field pr-8"
          onFocus={({ currentTarget }: FocusEvent<HTMLInputElement>) => currentTarget.select()}
          {...input}
        />
        <ComboboxButton
          aria-label={`${label}: варианты`}
          className="absolute inset-y-0 right-0 flex w-8 items-center justify-center text-muted"
        >
          <ChevronDown size={16} aria-hidden />
        </ComboboxButton>
        {open && (options.length > 0 || footer) && (
          <div className="absolute top-full left-0 z-20 mt-1 w-max max-w-[min(28rem,80vw)] min-w-full overflow-hidden rounded-md border border-line bg-raised shadow-float">
            <ComboboxOptions modal={false} className="max-h-60 scroll-pb-11 overflow-y-auto py-1 empty:hidden">
              {options.map((option) => (
                <ComboboxOption
                  key={option.id}
                  value={option}
                  disabled={Boolean(option.why)}
                  title={option.why}
                  className={classNames(
                    "px-2.5 py-1.5 wrap-anywhere data-disabled:text-muted data-focus:bg-accent-weak data-focus:text-accent data-selected:font-semibold pointer-coarse:py-2.5",
                    option.isPinned && "sticky -bottom-1 border-line bg-raised text-accent not-first:border-t",
                  )}
                >
                  {option.name}
                  {option.why && <span className="text-xs"> — {option.why}</span>}
                </ComboboxOption>
              ))}
            </ComboboxOptions>
            {footer && (
              <p role="status" className="border-line px-2.5 py-1.5 text-xs text-muted not-first:border-t">
                {footer}
              </p>
            )}
          </div>
        )}
      </span>
    )}
  </HeadlessCombobox>
);
