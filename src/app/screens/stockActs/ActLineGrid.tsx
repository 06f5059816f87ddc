import { memo, useMemo } from "react";
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
import { DocumentLineRow, isSameRow, type LineErrors, type LineRowProps } from "../stockDocuments/DocumentLineRow.tsx";
import { GridTotal, LineGridFrame } from "../stockDocuments/LineGridFrame.tsx";
import { useFormLines } from "../stockDocuments/useFormLines.ts";
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

const ActLineRow = memo(function ActLineRow({
  kind,
  line,
  at,
  items,
  errors,
  commands,
}: LineRowProps<ActLineDraft, LineErrors> & { readonly kind: StockActKind }) {
  const item = items.find(({ id }) => id === line.stockItemId);
  return (
    <DocumentLineRow
      line={line}
      at={at}
      item={item}
      choicesOf={() => commands.choicesFor(items, line.stockItemId)}
      columns={COLUMNS}
      amount={amountOf(line, item)}
      hint={item && hintFor(kind, item)}
      isTooMuch={isTooMuch(kind, line, item)}
      errors={errors}
      onChange={(patch) => commands.change(at, patch)}
      onRemove={() => commands.remove(at)}
    />
  );
}, isSameRow);

/** Keyboard grid with the lines of a stock act. In a production act only semi-finished items can be chosen. */
export const ActLineGrid = ({
  form,
  items: allItems,
}: {
  form: UseFormReturn<StockActDraft>;
  items: readonly PackingListItem[];
}) => {
  const { errors } = form.formState;
  const [kind, lines] = form.watch(["kind", "items"]);
  const items = useMemo(() => itemsForAct(allItems, kind), [allItems, kind]);
  const access = useFormLines<ActLineDraft>(form);
  const rows = useLineGrid({ lines, blank: blankActLine, ...access });
  const itemOf = (line: ActLineDraft) => items.find(({ id }) => id === line.stockItemId);
  return (
    <LineGridFrame
      lines={rows}
      hint={hints[kind]}
      error={errors.items?.message}
      total={<GridTotal label="Примерно" amount={sumMoney(lines.map((line) => amountOf(line, itemOf(line))))} />}
    >
      {lines.map((line, at) => (
        <ActLineRow
          key={line.key}
          kind={kind}
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
