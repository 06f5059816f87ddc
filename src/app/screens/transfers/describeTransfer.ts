import {
  isBlankTransferLine,
  type TransferChoices,
  type TransferDraft,
} from "#machines/directory/descriptors/transferEditor.ts";
import type { Fact } from "../../directory/findDifferences.ts";
import { lossTexts } from "./transferTexts.ts";

/** Returns the values of a transfer draft as text. Each line of the draft is one fact. */
export const describeTransfer = (draft: TransferDraft, { companies, items }: TransferChoices): readonly Fact[] => [
  ["Куда", companies.find(({ id }) => id === draft.toCompanyId)?.name ?? ""],
  ["Потери в пути", lossTexts[draft.lossOn]],
  ["Комментарий", draft.comment],
  ...draft.items
    .filter((line) => !isBlankTransferLine(line))
    .map(({ stockItemId, count, price }): Fact => {
      const title = items.find(({ id }) => id === stockItemId)?.title ?? `Товар ${stockItemId}`;
      return [title, price.trim() === "" ? `${count} по себестоимости` : `${count} × ${price}`];
    }),
];
