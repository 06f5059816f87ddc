import { colourName } from "#domain/colourName.ts";
import type { TagDraft } from "#machines/directory/descriptors/tags.ts";
import type { Fact } from "../../directory/findDifferences.ts";

/** Returns the values of a tag draft as text. */
export const describeTag = ({ name, color, order }: TagDraft): readonly Fact[] => [
  ["Название", name],
  ["Цвет", colourName(color)],
  ["Порядок", order],
];
