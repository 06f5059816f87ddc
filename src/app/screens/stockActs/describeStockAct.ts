import { formatDay } from "#domain/format.ts";
import type { PackingListItem } from "#machines/directory/descriptors/packingLists.ts";
import { isBlankActLine, type StockActDraft } from "#machines/directory/descriptors/stockActEditor.ts";
import type { Fact } from "../../directory/findDifferences.ts";
import { actReasons } from "./stockActTexts.ts";

/** Returns the values of a stock act draft as text. Each line of the draft is one fact. */
export const describeStockAct = (draft: StockActDraft, items: readonly PackingListItem[]): readonly Fact[] => [
  ["Причина", draft.reason === "" ? "" : actReasons[draft.reason]],
  ["Дата", formatDay(draft.day)],
  ["Комментарий", draft.comment],
  ...draft.items
    .filter((line) => !isBlankActLine(line))
    .map(({ stockItemId, count }): Fact => {
      const title = items.find(({ id }) => id === stockItemId)?.title ?? `Товар ${stockItemId}`;
      return [title, count];
    }),
];
