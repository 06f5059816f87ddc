import type { ReactNode } from "react";
import { formatMoney } from "#domain/money.ts";
import { formatQuantity } from "#domain/quantity.ts";
import { isEqual } from "#machines/core/equality.ts";
import type { DocumentLine } from "#machines/directory/descriptors/documentLines.ts";
import type { PackingListItem } from "#machines/directory/descriptors/packingLists.ts";
import { classNames } from "../../ui/classNames.ts";
import { DecimalField } from "../../ui/DecimalField.tsx";
import { RemoveLineButton } from "../catalogue/RemoveLineButton.tsx";
import { LineItemCell } from "./LineItemCell.tsx";
import type { LineGrid } from "./useLineGrid.ts";

/** Errors of the fields of a line. */
export type LineErrors<Name extends string = "stockItemId" | "count"> = Readonly<
  Partial<Record<Name, { readonly message?: string | undefined }>>
>;

interface RowLine extends DocumentLine {
  readonly count: string;
}

/**
 * Props that the row components of all stock documents share, for example `PackingLineRow`. Each of these components
 * renders a `DocumentLineRow`.
 */
export interface LineRowProps<Line extends DocumentLine, Errors> {
  readonly line: Line;
  readonly at: number;
  readonly items: readonly PackingListItem[];
  readonly errors: Errors | undefined;
  readonly commands: LineGrid<Line>["commands"];
}

/**
 * Returns true if the old and the new props render the same row. Lines are compared by value, because the form copies
 * all lines at every change. Otherwise each typed letter would render hundreds of rows.
 */
export const isSameRow = <Props extends LineRowProps<DocumentLine, unknown>>(before: Props, after: Props): boolean =>
  Object.entries(after).every(([name, value]) => name === "line" || Object.is(value, Reflect.get(before, name))) &&
  isEqual(before.line, after.line);

/**
 * Row of a line grid: item, quantity with its unit, `cells`, and sum; the balance of the item and `hint` are below the
 * row. `cells` contains the columns that only this kind of document has, such as `PriceCell`.
 */
export const DocumentLineRow = ({
  line,
  at,
  item,
  choicesOf,
  columns,
  unit,
  cells,
  amount,
  hint,
  isTooMuch = false,
  errors,
  onChange,
  onRemove,
}: {
  line: RowLine;
  at: number;
  item: PackingListItem | undefined;
  /** Returns the items that can be chosen in the line. */
  choicesOf: Parameters<typeof LineItemCell>[0]["choicesOf"];
  /** Class names that set the widths of the columns. */
  columns: string;
  /** Unit of the quantity. The default is the unit of the item as text. */
  unit?: ReactNode;
  cells?: ReactNode;
  /** Sum of the line, roubles. */
  amount: number;
  hint: ReactNode;
  /** True if the quantity of the line exceeds the balance. */
  isTooMuch?: boolean;
  errors: LineErrors | undefined;
  onChange: (patch: { stockItemId?: number; count?: string }) => void;
  onRemove: () => void;
}) => (
  <fieldset
    aria-label={`Строка ${at + 1}`}
    data-row={line.key}
    className={classNames("grid gap-x-2 gap-y-1 border-b border-line pb-2", columns)}
  >
    <div data-cell="item" className="min-w-0 max-sm:col-[1/-2]">
      <LineItemCell
        at={at}
        value={line.stockItemId}
        title={item?.title}
        choicesOf={choicesOf}
        error={errors?.stockItemId?.message}
        onChoose={(stockItemId) => onChange({ stockItemId })}
      />
    </div>
    <div data-cell="count" className="max-sm:order-1">
      <DecimalField
        label="Количество"
        value={line.count}
        error={errors?.count?.message}
        after={unit ?? <span className="text-xs text-muted">{item?.unit}</span>}
        onText={(count) => onChange({ count })}
      />
    </div>
    {cells}
    <p className="num self-start text-right tabular-nums max-sm:order-2 max-sm:col-span-full sm:mt-4.5 sm:py-1.5">
      <span className="sr-only">Сумма: </span>
      {formatMoney(amount)}
    </p>
    <RemoveLineButton label={`Убрать ${item?.title ?? `строку ${at + 1}`}`} onPress={onRemove} />
    {item && (
      <p className="col-span-full text-xs text-muted max-sm:order-3">
        <span className={isTooMuch ? "text-negative" : ""}>На складе {formatQuantity(item.count, item.unit)}</span>
        {hint}
      </p>
    )}
  </fieldset>
);

/** Cell of the price in the row of a line grid. */
export const PriceCell = ({
  price,
  error,
  onPrice,
}: {
  price: string;
  error: string | undefined;
  onPrice: (price: string) => void;
}) => (
  <div data-cell="price" className="max-sm:order-1">
    <DecimalField label="Цена, р." value={price} error={error} onText={onPrice} />
  </div>
);
