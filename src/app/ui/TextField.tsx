import type { ComponentProps, ReactNode } from "react";
import { Field } from "./Field.tsx";

/** Text field with its label. `after` is shown at the right edge inside the field, for example a unit. */
export const TextField = ({
  label,
  error,
  hint,
  isRequired,
  keys,
  className,
  after,
  onText,
  ...rest
}: Omit<ComponentProps<"input">, "onChange" | "id" | "className"> & {
  label: ReactNode;
  error?: string | undefined;
  hint?: ReactNode;
  isRequired?: boolean;
  keys?: string;
  className?: string;
  after?: ReactNode;
  onText: (text: string) => void;
}) => (
  <Field
    label={label}
    error={error}
    hint={hint}
    {...(isRequired && { isRequired })}
    {...(keys && { keys })}
    {...(className && { className })}
  >
    {(control) => (
      <span className="relative block">
        <input
          type="text"
          autoComplete="off"
          {...rest}
          {...control}
          className="field"
          onChange={(event) => onText(event.target.value)}
        />
        {after && <span className="absolute inset-y-0 right-2.5 flex items-center">{after}</span>}
      </span>
    )}
  </Field>
);
