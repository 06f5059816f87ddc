import type { ReactNode } from "react";
import { acceptDecimalInput } from "#domain/fieldInput.ts";
import { TextField } from "./TextField.tsx";

/** A field for a number with at most 5 decimals; the text is the owner's, for a trailing dot is no part of a number (business, section 5). */
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
  className?: string;
  after?: ReactNode;
  disabled?: boolean;
}) => (
  <TextField {...rest} inputMode="decimal" value={value} onText={(text) => onText(acceptDecimalInput(text, value))} />
);
