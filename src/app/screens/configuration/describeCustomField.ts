import { type FieldDraft, parseOptions } from "#machines/directory/descriptors/customFields.ts";
import type { Fact } from "../../directory/findDifferences.ts";

/** Returns the values of a custom field draft as text. */
export const describeCustomField = ({ title, options }: FieldDraft): readonly Fact[] => [
  ["Название", title],
  ["Значения списка", parseOptions(options).join(", ")],
];
