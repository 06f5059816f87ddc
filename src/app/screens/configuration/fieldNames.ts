import type { CustomFieldKind, CustomFieldType } from "#machines/directory/descriptors/customFields.ts";

/** Titles of the kinds of entry that can have custom fields. */
export const fieldTypeNames: Readonly<Record<CustomFieldType, string>> = {
  category: "категория",
  item: "позиция меню",
  orderStatus: "статус заказа",
};

/** Titles of the kinds of value of a custom field. */
export const fieldKindNames: Readonly<Record<CustomFieldKind, string>> = {
  text: "текст",
  number: "число",
  bool: "да или нет",
  list: "выбор из списка",
};
