import { formatDay } from "#domain/format.ts";
import {
  isBlankLine,
  type PackingListChoices,
  type PackingListDraft,
} from "#machines/directory/descriptors/packingListEditor.ts";
import type { Fact } from "../../directory/findDifferences.ts";
import { yesOrNo } from "../../shared/yesOrNo.ts";
import { packingKinds } from "./packingListTexts.ts";

/** Returns the values of a packing list draft as text. Each line of the draft is one fact. */
export const describePackingList = (
  draft: PackingListDraft,
  { suppliers, items }: PackingListChoices,
): readonly Fact[] => [
  ["Вид", packingKinds[draft.kind]],
  ["Поставщик", suppliers.find(({ id }) => id === draft.supplierId)?.name ?? ""],
  ["Номер", draft.itemNumber],
  ["Дата", formatDay(draft.day)],
  ["Цены с НДС", yesOrNo(draft.isVatIncluded)],
  ["Комментарий", draft.comment],
  ...draft.items
    .filter((line) => !isBlankLine(line))
    .map((line): Fact => {
      const item = items.find(({ id }) => id === line.stockItemId);
      const count = line.pack ? `${line.count} ${line.pack.name}` : line.count;
      return [item?.title ?? `Товар ${line.stockItemId}`, `${count} × ${line.price}, НДС ${line.vat} %`];
    }),
];
