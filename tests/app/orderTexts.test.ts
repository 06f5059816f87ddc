import { describe, expect, test } from "vitest";
import { orderReasonText } from "#app/screens/orders/detail/reasonTexts.ts";
import { noticeText, problemText, saveReasonText } from "#app/screens/orders/editor/editorTexts.ts";

describe("texts of the order editor", () => {
  test("a field says why it did not take a text", () => {
    expect(problemText({ code: "tooLong", limit: 2000 })).toBe("Не больше 2000 знаков: остальное не вошло.");
    expect(problemText({ code: "notAPhone" })).toBe("Вставленное не похоже на один номер.");
    expect(problemText({ code: "dateInvalid" })).toBe("Неверная дата.");
    expect(problemText(undefined)).toBeUndefined();
  });

  test("a field shows the sentence of the server", () => {
    expect(problemText({ code: "refused", text: "Номер занят." })).toBe("Номер занят.");
  });

  test("a repeated order names what is no longer sold and what has no room", () => {
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

  test("the button that saves says why it is disabled", () => {
    expect(saveReasonText({ code: "sending" })).toBe("Заказ отправляется");
    expect(saveReasonText({ code: "repeating" })).toBe("Читаем прежний заказ");
    expect(saveReasonText(undefined)).toBeUndefined();
  });
});

test("an action on an order says why it is not possible", () => {
  expect(orderReasonText({ code: "verifying" })).toBe("Сначала закончится проверка прошлой оплаты");
  expect(orderReasonText({ code: "closed" })).toBe("Заказ закрыт");
  expect(orderReasonText(undefined)).toBeUndefined();
});
