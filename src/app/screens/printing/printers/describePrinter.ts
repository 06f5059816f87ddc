import type { PrinterChoices, PrinterDraft } from "#machines/directory/descriptors/printers.ts";
import type { Fact } from "../../../directory/findDifferences.ts";
import { nameById } from "../../../shared/nameById.ts";
import { kindNames } from "../printTexts.ts";

/** Returns the values of a printer draft as text. */
export const describePrinter = (
  { name, kinds, paper, categoryIds, spareId }: PrinterDraft,
  choices: PrinterChoices,
): readonly Fact[] => [
  ["Название", name],
  ["Печатает", kinds.map((kind) => kindNames[kind].toLowerCase()).join(", ")],
  ["Бумага", paper],
  ["Категории", categoryIds.map((id) => nameById(choices.categories, id)).join(", ")],
  ["Запасной", spareId ? nameById(choices.printers, spareId) : ""],
];
