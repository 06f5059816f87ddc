import type { PrintInfoDraft } from "#machines/directory/descriptors/printInfo.ts";
import type { Fact } from "../../../directory/findDifferences.ts";

/** Returns the draft of the bill texts as readable text. */
export const describePrintInfo = ({ header, footer, feedbackUrl }: PrintInfoDraft): readonly Fact[] => [
  ["Шапка", header],
  ["Подвал", footer],
  ["Ссылка для отзыва", feedbackUrl],
];
