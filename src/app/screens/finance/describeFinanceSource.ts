import type { FinanceSourceDraft } from "#machines/directory/descriptors/finance.ts";
import type { Fact } from "../../directory/findDifferences.ts";
import { sourceKinds } from "./financeTexts.ts";

/** Returns the fields of a finance source as readable texts. */
export const describeFinanceSource = ({ name, kind, opening }: FinanceSourceDraft): readonly Fact[] => [
  ["Название", name],
  ["Вид", sourceKinds[kind]],
  ["Начальный остаток", opening],
];
