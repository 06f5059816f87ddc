import type { UseFormReturn } from "react-hook-form";
import { parseDecimal } from "#domain/decimal.ts";
import { formatMoney, roundMoney, sumMoney } from "#domain/money.ts";
import type { PackingListItem } from "#machines/directory/descriptors/packingLists.ts";
import {
  type ActLineDraft,
  blankActLine,
  itemsForAct,
  type StockActDraft,
} from "#machines/directory/descriptors/stockActEditor.ts";
import type { StockActKind } from "#machines/directory/descriptors/stockActs.ts";
import { DocumentLineRow } from "../stockDocuments/DocumentLineRow.tsx";
import { LineGridFrame } from "../stockDocuments/LineGridFrame.tsx";
import { useLineGrid } from "../stockDocuments/useLineGrid.ts";

const COLUMNS = "grid-cols-[1fr_1fr_auto] sm:grid-cols-[minmax(10rem,1fr)_8rem_7.5rem_auto]";

const hints: Readonly<Record<StockActKind, string>> = {
  writeOff: "Enter — следующее поле. Сумма — по нынешней себестоимости.",
  production: "Enter — следующее поле. Ингредиенты спишутся по составу товара, их видно после сохранения.",
};

const countOf = ({ count }: ActLineDraft): number => parseDecimal(count) ?? 0;

const amountOf = (line: ActLineDraft, item: PackingListItem | undefined): number =>
  roundMoney(countOf(line) * (item?.averageCost ?? 0));

const hintFor = (kind: StockActKind, { averageCost, isTakenApart }: PackingListItem): string => {
  const cost = averageCost === null ? "" : `, себестоимость ${formatMoney(averageCost)}`;
  return kind === "writeOff" && isTakenApart ? `${cost}, спишется по составу` : cost;
};

const isTooMuch = (kind: StockActKind, line: ActLineDraft, item: PackingListItem | undefined): boolean =>
  kind === "writeOff" && item !== undefined && !item.isTakenApart && countOf(line) > item.count;

/** Keyboard grid with the lines of an act. A production offers only semi-finished items. */
export const ActLineGrid = ({
  form,
  items: allItems,
}: {
  form: UseFormReturn<StockActDraft>;
  items: readonly PackingListItem[];
}) => {
  const { errors, isSubmitted } = form.formState;
  const [kind, lines] = form.watch(["kind", "items"]);
  const items = itemsForAct(allItems, kind);
  const rows = useLineGrid({
    lines,
    blank: blankActLine,
    onLines: (next) => form.setValue("items", next, { shouldDirty: true, shouldValidate: isSubmitted }),
  });
  const itemOf = (line: ActLineDraft) => items.find(({ id }) => id === line.stockItemId);
  return (
    <LineGridFrame
      lines={rows}
      hint={hints[kind]}
      error={errors.items?.message}
      total={
        <>
          Примерно{" "}
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
            amount={amountOf(line, item)}
            hint={item && hintFor(kind, item)}
            isTooMuch={isTooMuch(kind, line, item)}
            errors={errors.items?.[at]}
            onChange={(patch) => rows.change(at, patch)}
            onRemove={() => rows.remove(at)}
          />
        );
      })}
    </LineGridFrame>
  );
};
