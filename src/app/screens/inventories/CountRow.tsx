import { Check, Clock } from "lucide-react";
import { type FocusEvent, type KeyboardEvent, memo, useId, useRef, useState } from "react";
import { decimalText } from "#domain/decimal.ts";
import { acceptDecimalInput } from "#domain/fieldInput.ts";
import { formatTime } from "#domain/format.ts";
import { formatQuantity } from "#domain/quantity.ts";
import { formatPack, type Unit, unitsOf } from "#domain/units.ts";
import { countAt, type PlaceCount, type SheetLine, totalCount } from "#machines/stock/countLines.ts";
import { readTypedCount, reasonNotToCount } from "#machines/stock/countSheet.ts";
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
 * Question whether to remove the recorded quantity. It is shown when the user leaves the emptied field or presses Enter
 * in it, because the field may have been emptied by accident.
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
 * Unit of the quantity, as a select field if the item has several units. A change of the unit does not change the
 * digits that the user is typing.
 */
const CountUnit = ({
  title,
  units,
  counted,
  isReadOnly,
  onLeave,
  onUnit,
}: {
  title: string;
  units: readonly Unit[];
  counted: Unit;
  isReadOnly: boolean;
  onLeave: (event: FocusEvent) => void;
  onUnit: (unit: Unit) => void;
}) => {
  if (units.length === 1)
    return <span className="w-23 shrink-0 text-xs text-muted sm:w-28 sm:text-sm">{counted.name}</span>;
  return (
    <select
      aria-label={`Единица: ${title}`}
      className="h-12 w-23 shrink-0 cursor-pointer rounded-sm bg-transparent text-xs text-accent sm:w-28 sm:text-sm"
      disabled={isReadOnly}
      value={units.indexOf(counted)}
      onBlur={onLeave}
      onChange={({ target }) => onUnit(units[Number(target.value)] ?? counted)}
    >
      {units.map(({ name, factor }, index) => (
        <option key={`${name} ${factor}`} value={index}>
          {name}
        </option>
      ))}
    </select>
  );
};

/**
 * Row of an inventory sheet: an item, its quantities by storage place, and the field for the quantity at the chosen
 * place. While the user types, entries of other users do not overwrite the typed text.
 */
export const CountRow = memo(function CountRow({
  line,
  place,
  chosen,
  isBlind,
  timeZone,
  isReadOnly,
  onCount,
  onUnit,
}: {
  line: SheetLine;
  place: string;
  /** Unit in which the user enters the quantity. Undefined means the unit of the item. */
  chosen: Unit | undefined;
  isBlind: boolean;
  timeZone: string;
  isReadOnly: boolean;
  /** Called when the user enters a quantity at the chosen place. Null removes the recorded quantity. */
  onCount: (item: CountedItem, count: number | null) => void;
  onUnit: (item: CountedItem, unit: Unit) => void;
}) {
  const [text, setText] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const { title, unit, places } = line;
  const here = countAt(line, place);
  const units = unitsOf(line);
  const counted = units.find(({ name, factor }) => name === chosen?.name && factor === chosen.factor) ?? units[0];
  const entered = here === undefined ? "" : decimalText(here / counted.factor);
  const shown = text ?? entered;
  const isEmptied = text?.trim() === "" && here !== undefined;
  const { typed, count } = readTypedCount(shown, counted);
  const reason = text === undefined || text.trim() === "" ? undefined : reasonNotToCount(count, place);
  const enter = () => {
    setAsking(isEmptied);
    if (text === undefined || reason || isEmptied) return;
    setText(undefined);
    if (count !== undefined && count !== here) onCount(line, count);
  };
  // The number is not recorded when the focus moves to `CountUnit`, because the user may still change the unit.
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (!box.current?.contains(relatedTarget)) enter();
  };
  return (
    <li className="border-b border-line py-1.5">
      <div className="flex min-h-13 items-center gap-3">
        <span aria-hidden className="w-5 shrink-0 text-positive">
          {places.length > 0 && <Check size={20} />}
        </span>
        <div className="min-w-0 flex-1">
          <label htmlFor={id} className="block leading-tight wrap-anywhere">
            {title}
          </label>
          <Facts line={line} isBlind={isBlind} timeZone={timeZone} />
          {counted.factor !== 1 && typed !== undefined && count !== undefined && !reason && (
            <p id={`${id}-sum`} className="text-xs">
              {formatPack({ ...counted, count: typed }, unit)} = <b>{formatQuantity(count, unit)}</b>
            </p>
          )}
          {reason && (
            <p id={`${id}-why`} role="alert" className="text-xs text-negative">
              {countReasonTexts[reason]}
            </p>
          )}
        </div>
        <div ref={box} className="flex shrink-0 items-center gap-2">
          <input
            ref={field}
            id={id}
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="next"
            placeholder="—"
            className="field h-12! w-20 shrink-0 text-right text-xl sm:w-24"
            aria-invalid={reason ? true : undefined}
            aria-describedby={reason ? `${id}-why` : `${id}-sum`}
            disabled={isReadOnly}
            value={shown}
            onFocus={({ target }) => {
              setAsking(false);
              target.select();
            }}
            onChange={({ target }) => setText(acceptDecimalInput(target.value, shown))}
            onBlur={leave}
            onKeyDown={(event) => {
              if (event.key === "Enter" && isEmptied) setAsking(true);
              else if (event.key === "Enter") focusNext(event);
              if (event.key !== "Escape" || text === undefined) return;
              event.stopPropagation();
              setText(undefined);
            }}
          />
          <CountUnit
            title={title}
            units={units}
            counted={counted}
            isReadOnly={isReadOnly}
            onLeave={leave}
            onUnit={(next) => {
              onUnit(line, next);
              field.current?.focus();
            }}
          />
        </div>
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
