import { formatNumber } from "#domain/figures.ts";
import { priceChange } from "#domain/packingList.ts";
import type { PackingListRow } from "#machines/directory/descriptors/packingLists.ts";

/** Titles and colours of the states of a packing list. */
export const packingStates = {
  draft: { title: "Черновик", colour: "orange" },
  approved: { title: "Проведена", colour: "green" },
  reversed: { title: "Отменена", colour: "grey" },
} as const;

/** Titles of the kinds of packing lists. */
export const packingKinds = { delivery: "Поставка", return: "Возврат поставщику" } as const;

/** Returns the title of a packing list, for example 'Накладная № ЛУ-218'. */
export const packingTitle = ({ kind, itemNumber }: Pick<PackingListRow, "kind" | "itemNumber">): string =>
  `${kind === "return" ? "Возврат" : "Накладная"} ${itemNumber === null ? "без номера" : `№ ${itemNumber}`}`;

/** Returns a text which states whether the prices of a packing list include VAT. */
export const vatText = ({ isVatIncluded }: Pick<PackingListRow, "isVatIncluded">): string =>
  isVatIncluded ? "С НДС" : "Без НДС";

/**
 * Returns the unpaid amount of a packing list, roubles. The amount is 0 for a draft. It is negative if too much was
 * paid, for example after the reversal of a paid packing list.
 */
export const unpaidAmount = ({ state, amount, paidAmount }: PackingListRow): number => {
  if (state === "draft") return 0;
  return (state === "approved" ? amount : 0) - paidAmount;
};

/**
 * Returns the change of a price as text, for example '+3,2 %'. Returns undefined for a change of less than 0.05 %, or
 * without an earlier price above 0.
 */
export const priceChangeText = (price: number, earlier: number | null): string | undefined => {
  const change = priceChange(price, earlier);
  if (change === undefined || Math.abs(change) < 0.05) return undefined;
  return `${change < 0 ? "−" : "+"}${formatNumber(Math.round(Math.abs(change) * 10) / 10)}\u00a0%`;
};
