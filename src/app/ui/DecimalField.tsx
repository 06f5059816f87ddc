import type { ReactNode } from "react";
import { acceptDecimalInput } from "#domain/fieldInput.ts";
import { TextField } from "./TextField.tsx";

/**
 * Field for a number with at most 5 decimals (business, section 5). Its value is text, so that a trailing dot is kept
 * during typing; on blur a dot becomes a comma.
 */
export const DecimalField = ({
  value,
  onText,
  ...rest
}: {
  label: ReactNode;
  value: string;
  onText: (text: string) => void;
  error?: string | undefined;
  hint?: ReactNode;
  isRequired?: boolean;
  placeholder?: string | undefined;
  className?: string;
  after?: ReactNode;
  disabled?: boolean;
}) => (
  <TextField
    {...rest}
    inputMode="decimal"
    value={value}
    onText={(text) => onText(acceptDecimalInput(text, value))}
    onBlur={() => value.includes(".") && onText(value.replace(".", ","))}
  />
);
