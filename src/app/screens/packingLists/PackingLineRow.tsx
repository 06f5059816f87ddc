import { formatMoney } from "#domain/money.ts";
import { lineSums, priceWithVat } from "#domain/packingList.ts";
import { formatQuantity } from "#domain/quantity.ts";
import { lineNumbers, type PackingLineDraft } from "#machines/directory/descriptors/packingListEditor.ts";
import type { PackingListItem } from "#machines/directory/descriptors/packingLists.ts";
import { DecimalField } from "../../ui/DecimalField.tsx";
import { RemoveLineButton } from "../catalogue/RemoveLineButton.tsx";
import { LineItemCell } from "../stockDocuments/LineItemCell.tsx";
import { priceChangeText } from "./packingListTexts.ts";

interface LineError {
  readonly message?: string | undefined;
}

/** Errors of the fields of a line. */
export interface PackingLineErrors {
  readonly stockItemId?: LineError;
  readonly count?: LineError;
  readonly price?: LineError;
  readonly vat?: LineError;
}

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

/** Row of the grid: item, quantity, price, VAT and sum of one line. */
export const PackingLineRow = ({
  line,
  at,
  items,
  choices,
  isVatIncluded,
  errors,
  onChange,
  onRemove,
}: {
  line: PackingLineDraft;
  at: number;
  items: readonly PackingListItem[];
  choices: readonly { readonly id: number; readonly name: string; readonly why?: string | undefined }[];
  isVatIncluded: boolean;
  errors: PackingLineErrors | undefined;
  onChange: (patch: Partial<PackingLineDraft>) => void;
  onRemove: () => void;
}) => {
  const item = items.find(({ id }) => id === line.stockItemId);
  const { amount } = lineSums(lineNumbers(line), isVatIncluded);
  return (
    <fieldset
      aria-label={`Строка ${at + 1}`}
      data-row={line.key}
      className="grid grid-cols-[1fr_1fr_4.5rem_auto] gap-x-2 gap-y-1 border-b border-line pb-2 sm:grid-cols-[minmax(10rem,1fr)_7rem_7rem_4.5rem_7.5rem_auto]"
    >
      <div data-cell="item" className="col-span-3 min-w-0 sm:col-span-1">
        <LineItemCell
          at={at}
          value={line.stockItemId}
          choices={choices}
          error={errors?.stockItemId?.message}
          onChoose={(stockItemId) => onChange({ stockItemId })}
        />
      </div>
      <div data-cell="count" className="max-sm:order-1">
        <DecimalField
          label="Количество"
          value={line.count}
          error={errors?.count?.message}
          after={<span className="text-xs text-muted">{item?.unit}</span>}
          onText={(count) => onChange({ count })}
        />
      </div>
      <div data-cell="price" className="max-sm:order-1">
        <DecimalField
          label="Цена, р."
          value={line.price}
          error={errors?.price?.message}
          onText={(price) => onChange({ price })}
        />
      </div>
      <div data-cell="vat" className="max-sm:order-1">
        <DecimalField
          label="НДС, %"
          value={line.vat}
          error={errors?.vat?.message}
          onText={(vat) => onChange({ vat })}
        />
      </div>
      <p className="num self-start text-right tabular-nums max-sm:order-2 max-sm:col-span-4 sm:mt-4.5 sm:py-1.5">
        <span className="sr-only">Сумма: </span>
        {formatMoney(amount)}
      </p>
      <RemoveLineButton label={`Убрать ${item?.title ?? `строку ${at + 1}`}`} onPress={onRemove} />
      {item && (
        <p className="col-span-full text-xs text-muted max-sm:order-3">
          На складе {formatQuantity(item.count, item.unit)}
          <PriceHint line={line} item={item} isVatIncluded={isVatIncluded} />
        </p>
      )}
    </fieldset>
  );
};
