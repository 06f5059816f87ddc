import { Plus } from "lucide-react";
import type { UseFormReturn } from "react-hook-form";
import { parseDecimal } from "#domain/decimal.ts";
import { formatMoney, roundMoney, sumMoney } from "#domain/money.ts";
import { formatQuantity } from "#domain/quantity.ts";
import type { PackingListItem } from "#machines/directory/descriptors/packingLists.ts";
import {
  blankTransferLine,
  type TransferDraft,
  type TransferLineDraft,
  transferPrice,
} from "#machines/directory/descriptors/transferEditor.ts";
import { Button } from "../../ui/Button.tsx";
import { DecimalField } from "../../ui/DecimalField.tsx";
import { RemoveLineButton } from "../catalogue/RemoveLineButton.tsx";
import { LineItemCell } from "../stockDocuments/LineItemCell.tsx";
import { useLineGrid } from "../stockDocuments/useLineGrid.ts";

const amountOf = (line: TransferLineDraft, item: PackingListItem | undefined): number =>
  roundMoney((parseDecimal(line.count) ?? 0) * transferPrice(line, item));

type LineErrors = Partial<Record<"stockItemId" | "count" | "price", { readonly message?: string | undefined }>>;

const Row = ({
  line,
  at,
  item,
  choices,
  errors,
  onChange,
  onRemove,
}: {
  line: TransferLineDraft;
  at: number;
  item: PackingListItem | undefined;
  choices: Parameters<typeof LineItemCell>[0]["choices"];
  errors: LineErrors | undefined;
  onChange: (patch: Partial<TransferLineDraft>) => void;
  onRemove: () => void;
}) => {
  const isTooMuch = item !== undefined && (parseDecimal(line.count) ?? 0) > item.count;
  return (
    <fieldset
      aria-label={`Строка ${at + 1}`}
      data-row={line.key}
      className="grid grid-cols-[1fr_1fr_auto] gap-x-2 gap-y-1 border-b border-line pb-2 sm:grid-cols-[minmax(10rem,1fr)_7rem_8rem_7.5rem_auto]"
    >
      <div data-cell="item" className="col-span-2 min-w-0 sm:col-span-1">
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
      <p className="num self-start text-right tabular-nums max-sm:order-2 max-sm:col-span-3 sm:mt-4.5 sm:py-1.5">
        <span className="sr-only">Сумма: </span>
        {formatMoney(amountOf(line, item))}
      </p>
      <RemoveLineButton label={`Убрать ${item?.title ?? `строку ${at + 1}`}`} onPress={onRemove} />
      {item && (
        <p className="col-span-full text-xs text-muted max-sm:order-3">
          <span className={isTooMuch ? "text-negative" : ""}>На складе {formatQuantity(item.count, item.unit)}</span>
          {item.averageCost !== null && <>, себестоимость {formatMoney(item.averageCost)}</>}
        </p>
      )}
    </fieldset>
  );
};

/** Lines of a transfer, as a grid for the keyboard. Without a price a line goes at the average cost. */
export const TransferLineGrid = ({
  form,
  items,
}: {
  form: UseFormReturn<TransferDraft>;
  items: readonly PackingListItem[];
}) => {
  const { errors, isSubmitted } = form.formState;
  const lines = form.watch("items");
  const { grid, add, whyNotToAdd, choicesFor, change, remove, moveByKey } = useLineGrid({
    lines,
    blank: blankTransferLine,
    onLines: (next) => form.setValue("items", next, { shouldDirty: true, shouldValidate: isSubmitted }),
  });
  const itemOf = (line: TransferLineDraft) => items.find(({ id }) => id === line.stockItemId);
  return (
    <fieldset className="card grid gap-3" onKeyDown={moveByKey}>
      <legend className="float-left mb-1 font-semibold">Товары</legend>
      <p className="clear-both text-sm text-muted">
        Enter — следующее поле. Без цены товар уйдёт по себестоимости на момент отправки.
      </p>
      <div ref={grid} className="clear-both grid gap-2">
        {lines.map((line, at) => (
          <Row
            key={line.key}
            line={line}
            at={at}
            item={itemOf(line)}
            choices={choicesFor(items, line.stockItemId)}
            errors={errors.items?.[at]}
            onChange={(patch) => change(at, patch)}
            onRemove={() => remove(at)}
          />
        ))}
      </div>
      {errors.items?.message && <p className="text-sm text-negative">{errors.items.message}</p>}
      <div>
        <Button why={whyNotToAdd} onClick={add}>
          <Plus size={16} aria-hidden />
          Добавить строку
        </Button>
      </div>
      <p role="status" aria-label="Итого" className="text-right">
        Итого{" "}
        <strong className="whitespace-nowrap tabular-nums">
          {formatMoney(sumMoney(lines.map((line) => amountOf(line, itemOf(line)))))}
        </strong>
      </p>
    </fieldset>
  );
};
