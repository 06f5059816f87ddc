import {
  canBegin,
  type OrderStatusFlags,
  type OrderStatusRow,
  type RequiredStatusKind,
} from "#machines/directory/descriptors/orderStatuses.ts";

/** Returns one Russian sentence for each effect of an order status. */
export const statusSentences = (flags: OrderStatusFlags): readonly string[] => {
  const { isEditable, isClosed, isCancel, isAddStockOperation, isRequireReason, isTechnical } = flags;
  return [
    isTechnical && "Служебный: его ставит только система, среди статусов для выбора его нет.",
    canBegin(flags) && "С него может начинаться заказ: новый заказ получает первый по порядку такой статус.",
    isClosed && !isCancel && "Закрывает заказ: его больше нельзя изменить, оплатить или перевести в другой статус.",
    isCancel && "Отменяет заказ: в сводках он зачёркнут и не входит в итоги. Принятую оплату надо вернуть заранее.",
    isCancel && isClosed && "Вернуть отменённый заказ в работу нельзя: он закрыт.",
    !isClosed && (isEditable ? "Заказ можно изменять." : "Заказ нельзя изменять, пока он в этом статусе."),
    isAddStockOperation && !isCancel && "Списывает состав заказа со склада; до закрытия товар в резерве.",
    isCancel && "Товар из резерва возвращается на склад.",
    isRequireReason && "Тот, кто выбирает статус, указывает причину.",
  ].filter((sentence) => sentence !== false);
};

const missingKindTexts: Readonly<Record<RequiredStatusKind, string>> = {
  beginning: "Нет статуса, с которого начинаются заказы: новый заказ не принять.",
  closing: "Ни один статус не закрывает заказ: готовые заказы так и останутся незакрытыми.",
  cancelling: "Ни один статус не отменяет заказ: отменить заказ не получится.",
};

/** Returns a warning for each required kind of order status that the company does not have. */
export const missingKindSentences = (kinds: readonly RequiredStatusKind[]): readonly string[] =>
  kinds.map((kind) => missingKindTexts[kind]);

/** Returns the tooltip that explains why an order status cannot be removed, or an empty string if it can be removed. */
export const keptStatusText = ({ losses }: OrderStatusRow): string =>
  losses.includes("beginning") ? "Это единственный статус, с которого начинаются заказы" : "";
