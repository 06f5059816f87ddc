import { decimalText } from "#domain/decimal.ts";
import type { CustomValues, FieldDefinition } from "#machines/directory/descriptors/customFields.ts";
import { yesOrNo } from "../shared/yesOrNo.ts";
import type { Fact } from "./findDifferences.ts";

const valueText = (value: string | number | boolean | undefined): string => {
  if (typeof value === "boolean") return yesOrNo(value);
  return typeof value === "number" ? decimalText(value) : (value ?? "");
};

/** Returns the titles and values of a record's custom fields as text. */
export const describeCustomFields = (
  definitions: readonly FieldDefinition[],
  values: Readonly<CustomValues>,
): readonly Fact[] => definitions.map(({ name, title }) => [title, valueText(values[name])]);
