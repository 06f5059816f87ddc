import type { UseFormReturn } from "react-hook-form";
import { parseDecimal } from "#domain/decimal.ts";
import { formatMoney, roundMoney, sumMoney } from "#domain/money.ts";
import type { PackingListItem } from "#machines/directory/descriptors/packingLists.ts";
import {
  blankTransferLine,
  type TransferDraft,
  type TransferLineDraft,
  transferPrice,
} from "#machines/directory/descriptors/transferEditor.ts";
import { DocumentLineRow, PriceCell } from "../stockDocuments/DocumentLineRow.tsx";
import { LineGridFrame } from "../stockDocuments/LineGridFrame.tsx";
import { useLineGrid } from "../stockDocuments/useLineGrid.ts";

const amountOf = (line: TransferLineDraft, item: PackingListItem | undefined): number =>
  roundMoney((parseDecimal(line.count) ?? 0) * transferPrice(line, item));

const COLUMNS = "grid-cols-[1fr_1fr_auto] sm:grid-cols-[minmax(10rem,1fr)_7rem_8rem_7.5rem_auto]";

const isTooMuch = ({ count }: TransferLineDraft, item: PackingListItem | undefined): boolean =>
  item !== undefined && (parseDecimal(count) ?? 0) > item.count;

const costHint = (item: PackingListItem | undefined): string =>
  typeof item?.averageCost === "number" ? `, себестоимость ${formatMoney(item.averageCost)}` : "";

/** Keyboard grid with the lines of a transfer. A line without a price is transferred at the average cost. */
export const TransferLineGrid = ({
  form,
  items,
}: {
  form: UseFormReturn<TransferDraft>;
  items: readonly PackingListItem[];
}) => {
  const { errors, isSubmitted } = form.formState;
  const lines = form.watch("items");
  const rows = useLineGrid({
    lines,
    blank: blankTransferLine,
    onLines: (next) => form.setValue("items", next, { shouldDirty: true, shouldValidate: isSubmitted }),
  });
  const itemOf = (line: TransferLineDraft) => items.find(({ id }) => id === line.stockItemId);
  return (
    <LineGridFrame
      lines={rows}
      hint="Enter — следующее поле. Без цены товар уйдёт по себестоимости на момент отправки."
      error={errors.items?.message}
      total={
        <>
          Итого{" "}
          <strong className="whitespace-nowrap tabular-nums">
            {formatMoney(sumMoney(lines.map((line) => amountOf(line, itemOf(line)))))}
          </strong>
        </>
      }
    >
      {lines.map((line, at) => {
        const item = itemOf(line);
        return (
          <DocumentLineRow
            key={line.key}
            line={line}
            at={at}
            item={item}
            choices={rows.choicesFor(items, line.stockItemId)}
            columns={COLUMNS}
            cells={
              <PriceCell
                price={line.price}
                error={errors.items?.[at]?.price?.message}
                onPrice={(price) => rows.change(at, { price })}
              />
            }
            amount={amountOf(line, item)}
            hint={costHint(item)}
            isTooMuch={isTooMuch(line, item)}
            errors={errors.items?.[at]}
            onChange={(patch) => rows.change(at, patch)}
            onRemove={() => rows.remove(at)}
          />
        );
      })}
    </LineGridFrame>
  );
};
