import { useState } from "react";
import { dayOfTyped } from "#domain/days.ts";
import { formatDay } from "#domain/format.ts";
import { TextField } from "./TextField.tsx";

/** A day that is typed as 21.11.2026; what names no day is said so and changes nothing. Give it a `key` of its value. */
export const DayField = ({
  label,
  value,
  onDay,
}: {
  label: string;
  /** "YYYY-MM-DD". */
  value: string;
  onDay: (day: string) => void;
}) => {
  const [typed, setTyped] = useState(formatDay(value));
  const [error, setError] = useState<string>();
  const commit = () => {
    const day = dayOfTyped(typed);
    setError(day === undefined ? "Неверная дата." : undefined);
    if (day !== undefined && day !== value) onDay(day);
  };
  return (
    <TextField
      label={label}
      className="w-28"
      inputMode="numeric"
      placeholder="дд.мм.гггг"
      maxLength={10}
      value={typed}
      error={error}
      onText={setTyped}
      onBlur={commit}
      onKeyDown={(event) => event.key === "Enter" && commit()}
    />
  );
};
