import type { SupplierDraft } from "#machines/directory/descriptors/suppliers.ts";
import type { Fact } from "../../directory/findDifferences.ts";
import { yesOrNo } from "../../shared/yesOrNo.ts";

/** Returns the values of a supplier draft as text. */
export const describeSupplier = ({ name, description, isActive }: SupplierDraft): readonly Fact[] => [
  ["Название", name],
  ["Описание", description],
  ["Работаем с ним", yesOrNo(isActive)],
];
