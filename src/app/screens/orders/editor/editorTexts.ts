import { missingPermissionText, ORDER_CREATE, ORDER_EDIT, ORDER_EDIT_FOREIGN } from "#domain/firstPermissions.ts";
import type { DraftProblem } from "#machines/orders/editor/draftProblems.ts";
import type { SavePermission, SaveReason } from "#machines/orders/editor/editorReasons.ts";

const problemTexts: Readonly<Record<Exclude<DraftProblem["code"], "tooLong" | "choiceMissing" | "refused">, string>> = {
  phoneMissing: "Введите телефон клиента.",
  phoneInvalid: "Нужно 10–11 цифр, или плюс и 11–12 цифр.",
  dateInvalid: "Неверная дата.",
  noLines: "Добавьте хотя бы одну позицию.",
  notAPhone: "Вставленное не похоже на один номер.",
  notAnAmount: "Вставленное не похоже на сумму.",
  notANumber: "Вставленное не похоже на число.",
};

/** Returns the error message of a field, or undefined if there is no problem. */
export const problemText = (problem: DraftProblem | undefined): string | undefined => {
  if (!problem) return undefined;
  if (problem.code === "tooLong") return `Не больше ${problem.limit} знаков: остальное не вошло.`;
  if (problem.code === "choiceMissing")
    return `«${problem.dish}»: ${problem.groups.join(", ")} — выберите хотя бы одно.`;
  return problem.code === "refused" ? problem.text : problemTexts[problem.code];
};

const titles: Readonly<Record<SavePermission, string>> = {
  "order.create": ORDER_CREATE,
  "order.edit": ORDER_EDIT,
  "order.editForeign": ORDER_EDIT_FOREIGN,
};

/** Returns the tooltip for a save button that is disabled. Returns undefined if `reason` is undefined. */
export const saveReasonText = (reason: SaveReason | undefined): string | undefined => {
  switch (reason?.code) {
    case undefined:
      return undefined;
    case "permission":
      return missingPermissionText(titles[reason.permission]);
    case "repeating":
      return "Читаем прежний заказ";
    case "sending":
      return "Заказ отправляется";
  }
};
