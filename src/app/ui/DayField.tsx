import { useState } from "react";
import { parseTypedDay } from "#domain/days.ts";
import { formatDay } from "#domain/format.ts";
import { TextField } from "./TextField.tsx";

/**
 * Field for a day, typed as 21.11.2026; a change of `value` replaces the typed text. `onDay` gets only a valid day that
 * is not after `latest`.
 */
export const DayField = ({
  label,
  value,
  latest,
  onDay,
}: {
  label: string;
  /** Day in the format "YYYY-MM-DD". */
  value: string;
  latest?: string;
  onDay: (day: string) => void;
}) => {
  const [text, setText] = useState(formatDay(value));
  const [error, setError] = useState<string>();
  const [shownValue, setShownValue] = useState(value);
  if (shownValue !== value) {
    setShownValue(value);
    setText(formatDay(value));
    setError(undefined);
  }
  const commit = () => {
    const day = parseTypedDay(text);
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
      value={text}
      error={error}
      onText={setText}
      onBlur={commit}
      onKeyDown={(event) => event.key === "Enter" && commit()}
    />
  );
};
