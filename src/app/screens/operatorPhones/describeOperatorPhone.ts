import type { OperatorPhoneDraft } from "#machines/directory/descriptors/operatorPhones.ts";
import type { Fact } from "../../directory/findDifferences.ts";
import { colourName } from "../../ui/colourName.ts";

/** Returns an operator phone in words. */
export const describeOperatorPhone = ({ number, color, name }: OperatorPhoneDraft): readonly Fact[] => [
  ["Номер", number],
  ["Цвет", colourName(color)],
  ["Название", name],
];
