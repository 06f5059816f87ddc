import { useState } from "react";
import { dayOfTyped } from "#domain/days.ts";
import { formatDay } from "#domain/format.ts";
import { TextField } from "./TextField.tsx";

/** A day that is typed as 21.11.2026; what names no day, or one after the latest, is said so and changes nothing. Give it a `key` of its value. */
export const DayField = ({
  label,
  value,
  latest,
  onDay,
}: {
  label: string;
  /** "YYYY-MM-DD". */
  value: string;
  latest?: string;
  onDay: (day: string) => void;
}) => {
  const [typed, setTyped] = useState(formatDay(value));
  const [error, setError] = useState<string>();
  const commit = () => {
    const day = dayOfTyped(typed);
    const isLate = day !== undefined && latest !== undefined && day > latest;
    setError(day === undefined ? "Неверная дата." : isLate ? `Не позже ${formatDay(latest)}.` : undefined);
    if (day !== undefined && !isLate && day !== value) onDay(day);
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
