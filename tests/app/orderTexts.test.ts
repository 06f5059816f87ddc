import { describe, expect, test } from "vitest";
import { orderReasonText } from "#app/screens/orders/detail/reasonTexts.ts";
import { problemText, saveReasonText } from "#app/screens/orders/editor/editorTexts.ts";
import { noticeText } from "#app/screens/orders/editor/noticeText.ts";
import type { OrderReason } from "#machines/orders/detail/orderReasons.ts";
import type { DraftProblem } from "#machines/orders/editor/draftProblems.ts";
import type { SaveReason } from "#machines/orders/editor/editorReasons.ts";

/**
 * Expected text of each code, with the data of the code if the text depends on them. A code without a text does not
 * compile.
 */
type Texts<Reason extends { readonly code: string }> = Readonly<
  Record<Reason["code"], string | { readonly data: object; readonly text: string }>
>;

const expectTexts = <Reason extends { readonly code: string }>(
  textOf: (reason: Reason | undefined) => string | undefined,
  texts: Texts<Reason>,
) => {
  const expected = Object.entries<string | { data: object; text: string }>(texts).map(([code, entry]) =>
    typeof entry === "string"
      ? { reason: { code }, text: entry }
      : { reason: { code, ...entry.data }, text: entry.text },
  );
  const actual = expected.map(({ reason }) => ({
    reason,
    // Amounts contain no-break spaces.
    text: textOf(reason as unknown as Reason)?.replaceAll("\u00a0", " "),
  }));
  expect(actual).toEqual(expected);
  expect(textOf(undefined)).toBeUndefined();
};

describe("texts of the order editor", () => {
  test("every problem of a draft has its own message, and a problem that the server reports has the server's message", () => {
    expectTexts<DraftProblem>(problemText, {
      phoneMissing: "Введите телефон клиента.",
      phoneInvalid: "Нужно 10–11 цифр, или плюс и 11–12 цифр.",
      dateInvalid: "Неверная дата.",
      noLines: "Добавьте хотя бы одну позицию.",
      notAPhone: "Вставленное не похоже на один номер.",
      notAnAmount: "Вставленное не похоже на сумму.",
      notANumber: "Вставленное не похоже на число.",
      tooLong: { data: { limit: 2000 }, text: "Не больше 2000 знаков: остальное не вошло." },
      choiceMissing: {
        data: { dish: "Маргарита", groups: ["Тесто", "Размер"] },
        text: "«Маргарита»: Тесто, Размер — выберите хотя бы одно.",
      },
      refused: { data: { text: "Номер занят." }, text: "Номер занят." },
    });
  });

  test("the notice about a repeated order reports dishes that are no longer sold, exceeded limits and a failed read", () => {
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

  test("the disabled save button of the order editor has a tooltip for every reason", () => {
    expectTexts<SaveReason>(saveReasonText, {
      permission: { data: { permission: "order.edit" }, text: "Нет права «Изменение заказов»" },
      sending: "Заказ отправляется",
      repeating: "Читаем прежний заказ",
    });
  });
});

test("disabled action of the order screen — has a tooltip for every reason", () => {
  expectTexts<OrderReason>(orderReasonText, {
    loading: "Заказ ещё загружается",
    closed: "Заказ закрыт",
    cancelled: "Заказ отменён",
    notEditable: "Заказ в этом статусе не изменяют",
    nothingDue: "Остаток 0,00 р.",
    noStatuses: "Статусы ещё загружаются",
    verifying: "Сначала закончится проверка прошлой оплаты",
    notOffered: "Оплата уже изменилась",
    permission: { data: { permission: "payment.reject" }, text: "Нет права «Возврат оплаты»" },
  });
});
