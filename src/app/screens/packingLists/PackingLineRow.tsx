import { memo } from "react";
import { formatMoney } from "#domain/money.ts";
import { lineSums, priceWithVat } from "#domain/packingList.ts";
import { formatQuantity } from "#domain/quantity.ts";
import { formatPack, type Unit } from "#domain/units.ts";
import {
  lineNumbers,
  lineUnits,
  type PackingLineDraft,
  toPack,
} from "#machines/directory/descriptors/packingListEditor.ts";
import type { PackingListItem } from "#machines/directory/descriptors/packingLists.ts";
import { DecimalField } from "../../ui/DecimalField.tsx";
import {
  DocumentLineRow,
  isSameRow,
  type LineErrors,
  type LineRowProps,
  PriceCell,
} from "../stockDocuments/DocumentLineRow.tsx";
import { priceChangeText } from "./packingListTexts.ts";

const COLUMNS =
  "grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)_4.5rem_auto] sm:grid-cols-[minmax(8rem,1fr)_10rem_7rem_4.5rem_7.5rem_auto]";

/**
 * Select field for the unit, at the right edge of the quantity field. If the item has only one unit, the unit is shown
 * as text.
 */
const UnitChooser = ({
  line: { pack },
  at,
  item,
  error,
  onChange,
}: {
  line: PackingLineDraft;
  at: number;
  item: PackingListItem;
  error: string | undefined;
  onChange: (pack: Unit | null) => void;
}) => {
  const units = lineUnits(item, pack);
  if (units.length === 1) return <span className="text-xs text-muted">{item.unit}</span>;
  const chosen = pack ? units.findIndex(({ name, factor }) => name === pack.name && factor === pack.factor) : 0;
  return (
    <select
      aria-label={`Единица ${at + 1}`}
      aria-invalid={error ? true : undefined}
      title={error ?? (pack ? `${pack.name} — ${formatQuantity(pack.factor, item.unit)}` : undefined)}
      className="h-full max-w-22 max-sm:max-w-12 cursor-pointer rounded-sm bg-transparent text-right text-xs text-accent"
      value={chosen}
      onChange={({ target }) => onChange(toPack(item, units[Number(target.value)]))}
    >
      {units.map(({ name, factor }, index) => (
        <option key={`${name} ${factor}`} value={index}>
          {name}
        </option>
      ))}
    </select>
  );
};

/** Quantity and price in the base unit of the item, for a line that is entered in another unit. */
const BaseHint = ({ line, item }: { line: PackingLineDraft; item: PackingListItem }) => {
  const { count, price, pack } = lineNumbers(line);
  if (!pack) return null;
  return (
    <>
      {" · "}
      {formatPack(pack, item.unit)} = <b className="font-medium text-text">{formatQuantity(count, item.unit)}</b>
      {price > 0 && ` по ${formatMoney(price)}`}
    </>
  );
};

const PriceHint = ({
  line,
  item,
  isVatIncluded,
}: {
  line: PackingLineDraft;
  item: PackingListItem;
  isVatIncluded: boolean;
}) => {
  const price = priceWithVat(lineNumbers(line), isVatIncluded);
  const change = line.price.trim() === "" ? undefined : priceChangeText(price, item.lastPrice);
  return (
    <>
      {item.lastPrice !== null && <>, прошлая цена {formatMoney(item.lastPrice)} </>}
      {change && <b className={change.startsWith("+") ? "text-negative" : "text-positive"}>{change}</b>}
    </>
  );
};

type Errors = LineErrors<"stockItemId" | "pack" | "count" | "price" | "vat">;

/** Row of the grid: item, quantity, price, VAT and sum of one line. */
export const PackingLineRow = memo(function PackingLineRow({
  line,
  at,
  items,
  isVatIncluded,
  errors,
  commands,
}: LineRowProps<PackingLineDraft, Errors> & { readonly isVatIncluded: boolean }) {
  const change = (patch: Partial<PackingLineDraft>) => commands.change(at, patch);
  const item = items.find(({ id }) => id === line.stockItemId);
  return (
    <DocumentLineRow
      line={line}
      at={at}
      choicesOf={() => commands.choicesFor(items, line.stockItemId)}
      item={item}
      columns={COLUMNS}
      {...(item && {
        unit: (
          <UnitChooser
            line={line}
            at={at}
            item={item}
            error={errors?.pack?.message}
            onChange={(pack) => change({ pack })}
          />
        ),
      })}
      cells={
        <>
          <PriceCell price={line.price} error={errors?.price?.message} onPrice={(price) => change({ price })} />
          <div data-cell="vat" className="max-sm:order-1">
            <DecimalField
              label="НДС, %"
              value={line.vat}
              error={errors?.vat?.message}
              onText={(vat) => change({ vat })}
            />
          </div>
        </>
      }
      amount={lineSums(lineNumbers(line), isVatIncluded).amount}
      hint={
        item && (
          <>
            <PriceHint line={line} item={item} isVatIncluded={isVatIncluded} />
            <BaseHint line={line} item={item} />
          </>
        )
      }
      errors={errors?.pack ? { ...errors, count: errors.pack } : errors}
      onChange={(patch) => change(patch.stockItemId === undefined ? patch : { ...patch, pack: null })}
      onRemove={() => commands.remove(at)}
    />
  );
}, isSameRow);
