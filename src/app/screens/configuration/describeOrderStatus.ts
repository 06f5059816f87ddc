import { colourName } from "#domain/colourName.ts";
import type { OrderStatusChoices, OrderStatusDraft } from "#machines/directory/descriptors/orderStatuses.ts";
import { describeCustomFields } from "../../directory/describeCustomFields.ts";
import type { Fact } from "../../directory/findDifferences.ts";
import { yesOrNo } from "../../shared/yesOrNo.ts";

/** Returns the values of an order status draft as text. */
export const describeOrderStatus = (draft: OrderStatusDraft, { customFields }: OrderStatusChoices): readonly Fact[] => [
  ["Название", draft.name],
  ["Цвет", colourName(draft.color)],
  ["Порядок", draft.order],
  ["Можно изменять", yesOrNo(draft.isEditable)],
  ["Закрывает заказ", yesOrNo(draft.isClosed)],
  ["Отменяет заказ", yesOrNo(draft.isCancel)],
  ["Списывает со склада", yesOrNo(draft.isAddStockOperation)],
  ["Нужна причина", yesOrNo(draft.isRequireReason)],
  ["Служебный", yesOrNo(draft.isTechnical)],
  ...describeCustomFields(customFields, draft.customField),
];
