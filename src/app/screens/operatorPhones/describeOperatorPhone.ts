import { colourName } from "#domain/colourName.ts";
import type { OperatorPhoneDraft } from "#machines/directory/descriptors/operatorPhones.ts";
import type { Fact } from "../../directory/findDifferences.ts";

/** Returns the values of an operator phone draft as text. */
export const describeOperatorPhone = ({ number, color, name }: OperatorPhoneDraft): readonly Fact[] => [
  ["Номер", number],
  ["Цвет", colourName(color)],
  ["Название", name],
];
