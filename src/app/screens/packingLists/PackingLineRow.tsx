import { formatMoney } from "#domain/money.ts";
import { lineSums, priceWithVat } from "#domain/packingList.ts";
import { lineNumbers, type PackingLineDraft } from "#machines/directory/descriptors/packingListEditor.ts";
import type { PackingListItem } from "#machines/directory/descriptors/packingLists.ts";
import { DecimalField } from "../../ui/DecimalField.tsx";
import { DocumentLineRow, type LineErrors } from "../stockDocuments/DocumentLineRow.tsx";
import { priceChangeText } from "./packingListTexts.ts";

const COLUMNS = "grid-cols-[1fr_1fr_4.5rem_auto] sm:grid-cols-[minmax(10rem,1fr)_7rem_7rem_4.5rem_7.5rem_auto]";

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
  items,
  isVatIncluded,
  errors,
  onChange,
  ...row
}: Pick<Parameters<typeof DocumentLineRow>[0], "at" | "choices" | "onRemove"> & {
  line: PackingLineDraft;
  items: readonly PackingListItem[];
  isVatIncluded: boolean;
  errors: LineErrors<"stockItemId" | "count" | "price" | "vat"> | undefined;
  onChange: (patch: Partial<PackingLineDraft>) => void;
}) => {
  const item = items.find(({ id }) => id === line.stockItemId);
  return (
    <DocumentLineRow
      {...row}
      line={line}
      item={item}
      columns={COLUMNS}
      cells={
        <div data-cell="vat" className="max-sm:order-1">
          <DecimalField
            label="НДС, %"
            value={line.vat}
            error={errors?.vat?.message}
            onText={(vat) => onChange({ vat })}
          />
        </div>
      }
      amount={lineSums(lineNumbers(line), isVatIncluded).amount}
      hint={item && <PriceHint line={line} item={item} isVatIncluded={isVatIncluded} />}
      errors={errors}
      onChange={onChange}
    />
  );
};
