import { describe, expect, test } from "vitest";
import { orderReasonText } from "#app/screens/orders/detail/reasonTexts.ts";
import { problemText, saveReasonText } from "#app/screens/orders/editor/editorTexts.ts";
import { noticeText } from "#app/screens/orders/editor/noticeText.ts";

describe("texts of the order editor", () => {
  test("each reason for which a field rejects a typed text has a message", () => {
    expect(problemText({ code: "tooLong", limit: 2000 })).toBe("Не больше 2000 знаков: остальное не вошло.");
    expect(problemText({ code: "notAPhone" })).toBe("Вставленное не похоже на один номер.");
    expect(problemText({ code: "dateInvalid" })).toBe("Неверная дата.");
    expect(problemText(undefined)).toBeUndefined();
  });

  test("a problem that the server reports at a field is shown with the server's message", () => {
    expect(problemText({ code: "refused", text: "Номер занят." })).toBe("Номер занят.");
  });

  test("the notice about a repeated order names the dishes that are no longer sold, or reports exceeded limits or a failed read", () => {
    const crowded = "В заказе не больше 200 позиций и не больше 1000 порций в каждой.";
    expect(noticeText({ code: "crowded" })).toBe(crowded);
    const missing = ["Окрошка", "Барбекю (Маргарита)"];
    expect(noticeText({ code: "repeated", missing, isCrowded: false })).toBe(
      "Больше не продаётся: Окрошка, Барбекю (Маргарита).",
    );
    expect(noticeText({ code: "repeated", missing: ["Окрошка"], isCrowded: true })).toBe(
      `Больше не продаётся: Окрошка. ${crowded}`,
    );
    expect(noticeText({ code: "repeatFailed" })).toContain("Не удалось прочитать прежний заказ");
  });

  test("the disabled save button of the order editor has a tooltip with the reason", () => {
    expect(saveReasonText({ code: "sending" })).toBe("Заказ отправляется");
    expect(saveReasonText({ code: "repeating" })).toBe("Читаем прежний заказ");
    expect(saveReasonText(undefined)).toBeUndefined();
  });
});

test("disabled action of the order screen — has a tooltip with the reason", () => {
  expect(orderReasonText({ code: "verifying" })).toBe("Сначала закончится проверка прошлой оплаты");
  expect(orderReasonText({ code: "closed" })).toBe("Заказ закрыт");
  expect(orderReasonText(undefined)).toBeUndefined();
});
