import { orderLimits } from "#machines/orders/editor/draftEdits.ts";
import type { Notice } from "#machines/orders/editor/editorContext.ts";

const TOO_MANY_ITEMS = `В заказе не больше ${orderLimits.lines} позиций и не больше ${orderLimits.portions} порций в каждой.`;

/** Returns the Russian text of a notice in the order editor. */
export const noticeText = (notice: Notice): string => {
  if (notice.code !== "repeated")
    return notice.code === "crowded" ? TOO_MANY_ITEMS : "Не удалось прочитать прежний заказ. Попробуйте ещё раз.";
  const missing = notice.missing.length > 0 && `Больше не продаётся: ${notice.missing.join(", ")}.`;
  return [missing, notice.isCrowded && TOO_MANY_ITEMS].filter(Boolean).join(" ");
};
