import type { ComponentProps, ReactNode } from "react";
import { Field } from "./Field.tsx";

/** Multi-line text field with its label. */
export const TextArea = ({
  label,
  error,
  hint,
  isRequired,
  className,
  onText,
  ...rest
}: Omit<ComponentProps<"textarea">, "onChange" | "id" | "className"> & {
  label: ReactNode;
  error?: string | undefined;
  hint?: ReactNode;
  isRequired?: boolean;
  className?: string;
  onText: (text: string) => void;
}) => (
  <Field label={label} error={error} hint={hint} {...(isRequired && { isRequired })} {...(className && { className })}>
    {(control) => (
      <textarea
        rows={2}
        {...rest}
        {...control}
        className="field resize-y"
        onChange={(event) => onText(event.target.value)}
      />
    )}
  </Field>
);
