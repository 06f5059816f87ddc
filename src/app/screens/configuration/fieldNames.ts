import type { FieldKind, FieldType } from "#machines/resources/customFields.ts";

/** What has a custom field, in words. */
export const typeNames: Readonly<Record<FieldType, string>> = {
  category: "категория",
  item: "позиция меню",
  orderStatus: "статус заказа",
};

/** What a custom field holds, in words. */
export const kindNames: Readonly<Record<FieldKind, string>> = {
  text: "текст",
  number: "число",
  bool: "да или нет",
  list: "выбор из списка",
};
