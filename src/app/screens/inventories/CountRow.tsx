import { Check, Clock } from "lucide-react";
import { type KeyboardEvent, memo, useId, useState } from "react";
import { decimalText, parseDecimal } from "#domain/decimal.ts";
import { acceptDecimalInput } from "#domain/fieldInput.ts";
import { formatTime } from "#domain/format.ts";
import { formatQuantity } from "#domain/quantity.ts";
import { countAt, type PlaceCount, type SheetLine, totalCount } from "#machines/stock/countLines.ts";
import { reasonNotToCount } from "#machines/stock/countSheet.ts";
import { Button } from "../../ui/Button.tsx";
import { countReasonTexts } from "./inventoryTexts.ts";
import type { CountedItem } from "./useCountSheet.ts";

const focusNext = ({ currentTarget }: KeyboardEvent<HTMLInputElement>): void => {
  const row = currentTarget.closest("li")?.nextElementSibling;
  const next = row?.querySelector<HTMLInputElement>("input");
  if (next) next.focus();
  else currentTarget.blur();
};

const PlaceText = ({ place, unit, timeZone }: { place: PlaceCount; unit: string; timeZone: string }) => (
  <span className="inline-flex items-center gap-1">
    {place.isWaiting && <Clock size={12} aria-label="Ждёт отправки" />}
    <span className="wrap-anywhere">
      {place.place} {formatQuantity(place.count, unit)}
      {place.isWaiting ? ", вы" : `, ${[place.userAlias, formatTime(place.at, timeZone)].filter(Boolean).join(" ")}`}
    </span>
  </span>
);

const Facts = ({ line, isBlind, timeZone }: { line: SheetLine; isBlind: boolean; timeZone: string }) => {
  const { places, unit, expected } = line;
  const total = totalCount(line);
  return (
    <p className="flex flex-wrap gap-x-3 text-xs text-muted">
      {!isBlind && expected !== null && <span>по учёту {formatQuantity(expected, unit)}</span>}
      {places.length > 1 && total !== undefined && <b className="text-text">всего {formatQuantity(total, unit)}</b>}
      {places.map((place) => (
        <PlaceText key={place.place} place={place} unit={unit} timeZone={timeZone} />
      ))}
    </p>
  );
};

/**
 * Question whether to withdraw a quantity, shown when its field is emptied. Without it an accidental deletion would
 * withdraw the quantity.
 */
const WithdrawQuestion = ({
  quantity,
  place,
  onWithdraw,
  onKeep,
}: {
  quantity: string;
  place: string;
  onWithdraw: () => void;
  onKeep: () => void;
}) => (
  <div className="flex flex-wrap items-center gap-2 pt-1 pl-8">
    <span role="alert" className="text-sm wrap-anywhere">
      Убрать запись «{place} {quantity}»?
    </span>
    <span className="flex flex-wrap gap-2">
      <Button className="min-h-12!" onClick={onWithdraw}>
        Убрать
      </Button>
      <Button className="min-h-12!" onClick={onKeep}>
        Оставить
      </Button>
    </span>
  </div>
);

/**
 * Row of a sheet: an item, its quantities by place, and the field for the quantity at the chosen place. The row keeps
 * the typed text until it is entered, so that an entry of another user never overwrites it.
 */
export const CountRow = memo(function CountRow({
  line,
  place,
  isBlind,
  timeZone,
  isReadOnly,
  onCount,
}: {
  line: SheetLine;
  place: string;
  isBlind: boolean;
  timeZone: string;
  isReadOnly: boolean;
  /** Enters a quantity at the chosen place. Null withdraws it. */
  onCount: (item: CountedItem, count: number | null) => void;
}) {
  const [text, setText] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const id = useId();
  const { title, unit, places } = line;
  const here = countAt(line, place);
  const entered = here === undefined ? "" : decimalText(here);
  const shown = text ?? entered;
  const isEmptied = text?.trim() === "" && here !== undefined;
  const reason = text === undefined || text.trim() === "" ? undefined : reasonNotToCount(parseDecimal(text), place);
  const enter = () => {
    setAsking(isEmptied);
    if (text === undefined || reason || isEmptied) return;
    const count = parseDecimal(text);
    setText(undefined);
    if (count !== undefined && count !== here) onCount(line, count);
  };
  return (
    <li className="border-b border-line py-1.5">
      <div className="flex min-h-13 items-center gap-3">
        <span aria-hidden className="w-5 shrink-0 text-positive">
          {places.length > 0 && <Check size={20} />}
        </span>
        <div className="min-w-0 flex-1">
          <label htmlFor={id} className="block text-lg leading-tight wrap-anywhere">
            {title}
          </label>
          <Facts line={line} isBlind={isBlind} timeZone={timeZone} />
          {reason && (
            <p id={`${id}-why`} role="alert" className="text-xs text-negative">
              {countReasonTexts[reason]}
            </p>
          )}
        </div>
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="next"
          placeholder="—"
          className="field h-12! w-24 shrink-0 text-right text-lg"
          aria-invalid={reason ? true : undefined}
          aria-describedby={reason ? `${id}-why` : undefined}
          disabled={isReadOnly}
          value={shown}
          onFocus={({ target }) => {
            setAsking(false);
            target.select();
          }}
          onChange={({ target }) => setText(acceptDecimalInput(target.value, shown))}
          onBlur={enter}
          onKeyDown={(event) => {
            if (event.key === "Enter" && isEmptied) setAsking(true);
            else if (event.key === "Enter") focusNext(event);
            if (event.key !== "Escape" || text === undefined) return;
            event.stopPropagation();
            setText(undefined);
          }}
        />
        <span className="w-10 shrink-0 text-sm text-muted">{unit}</span>
      </div>
      {isEmptied && isAsking && (
        <WithdrawQuestion
          quantity={formatQuantity(here, unit)}
          place={place}
          onWithdraw={() => {
            setText(undefined);
            onCount(line, null);
          }}
          onKeep={() => setText(undefined)}
        />
      )}
    </li>
  );
});
