import { memo } from "react";
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
import {
  DocumentLineRow,
  isSameRow,
  type LineErrors,
  type LineRowProps,
  PriceCell,
} from "../stockDocuments/DocumentLineRow.tsx";
import { GridTotal, LineGridFrame } from "../stockDocuments/LineGridFrame.tsx";
import { useFormLines } from "../stockDocuments/useFormLines.ts";
import { useLineGrid } from "../stockDocuments/useLineGrid.ts";

const amountOf = (line: TransferLineDraft, item: PackingListItem | undefined): number =>
  roundMoney((parseDecimal(line.count) ?? 0) * transferPrice(line, item));

const COLUMNS = "grid-cols-[1fr_1fr_auto] sm:grid-cols-[minmax(10rem,1fr)_7rem_8rem_7.5rem_auto]";

const isTooMuch = ({ count }: TransferLineDraft, item: PackingListItem | undefined): boolean =>
  item !== undefined && (parseDecimal(count) ?? 0) > item.count;

const costHint = (item: PackingListItem | undefined): string =>
  typeof item?.averageCost === "number" ? `, себестоимость ${formatMoney(item.averageCost)}` : "";

const TransferLineRow = memo(function TransferLineRow({
  line,
  at,
  items,
  errors,
  commands,
}: LineRowProps<TransferLineDraft, LineErrors<"stockItemId" | "count" | "price">>) {
  const item = items.find(({ id }) => id === line.stockItemId);
  return (
    <DocumentLineRow
      line={line}
      at={at}
      item={item}
      choicesOf={() => commands.choicesFor(items, line.stockItemId)}
      columns={COLUMNS}
      cells={
        <PriceCell
          price={line.price}
          error={errors?.price?.message}
          onPrice={(price) => commands.change(at, { price })}
        />
      }
      amount={amountOf(line, item)}
      hint={costHint(item)}
      isTooMuch={isTooMuch(line, item)}
      errors={errors}
      onChange={(patch) => commands.change(at, patch)}
      onRemove={() => commands.remove(at)}
    />
  );
}, isSameRow);

/** Keyboard grid with the lines of a transfer. A line without a price is transferred at the average cost. */
export const TransferLineGrid = ({
  form,
  items,
}: {
  form: UseFormReturn<TransferDraft>;
  items: readonly PackingListItem[];
}) => {
  const { errors } = form.formState;
  const lines = form.watch("items");
  const access = useFormLines<TransferLineDraft>(form);
  const rows = useLineGrid({ lines, blank: blankTransferLine, ...access });
  const itemOf = (line: TransferLineDraft) => items.find(({ id }) => id === line.stockItemId);
  return (
    <LineGridFrame
      lines={rows}
      hint="Enter — следующее поле. Без цены товар уйдёт по себестоимости на момент отправки."
      error={errors.items?.message}
      total={<GridTotal label="Итого" amount={sumMoney(lines.map((line) => amountOf(line, itemOf(line))))} />}
    >
      {lines.map((line, at) => (
        <TransferLineRow
          key={line.key}
          line={line}
          at={at}
          items={items}
          errors={errors.items?.[at]}
          commands={rows.commands}
        />
      ))}
    </LineGridFrame>
  );
};
