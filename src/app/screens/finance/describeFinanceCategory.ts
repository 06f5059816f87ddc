import type { FinanceCategoryDraft } from "#machines/directory/descriptors/finance.ts";
import type { Fact } from "../../directory/findDifferences.ts";
import { directions } from "./financeTexts.ts";

/** Returns the fields of a category of transactions as readable texts. */
export const describeFinanceCategory = ({ name, direction }: FinanceCategoryDraft): readonly Fact[] => [
  ["Название", name],
  ["Направление", directions[direction]],
];
