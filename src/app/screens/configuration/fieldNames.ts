import type { CustomFieldKind, CustomFieldType } from "#machines/directory/descriptors/customFields.ts";

/** Russian names of the record types that can have custom fields. */
export const fieldTypeNames: Readonly<Record<CustomFieldType, string>> = {
  category: "категория",
  item: "позиция меню",
  orderStatus: "статус заказа",
};

/** Reason why a company cannot change a field of its company group. */
export const FIELD_OF_GROUP = "Общее поле группы: его меняют в каталоге группы";

/** Russian names of the value types of custom fields. */
export const fieldKindNames: Readonly<Record<CustomFieldKind, string>> = {
  text: "текст",
  number: "число",
  bool: "да или нет",
  list: "выбор из списка",
};
