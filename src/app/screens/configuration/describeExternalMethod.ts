import type { ExternalMethodDraft } from "#machines/directory/descriptors/externalMethods.ts";
import type { Fact } from "../../directory/findDifferences.ts";

/** Returns the values of an external method draft as text. Only the end of the stored secret key is included. */
export const describeExternalMethod = ({ name, shopId, secretEnd, isSbp }: ExternalMethodDraft): readonly Fact[] => [
  ["Название", name],
  ["Магазин", shopId],
  ["Только СБП", isSbp ? "да" : "нет"],
  ["Ключ", secretEnd === "" ? "" : `…${secretEnd}`],
];
