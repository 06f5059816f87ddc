import { expect, test } from "vitest";
import { matchText } from "#domain/matchText.ts";

test.each([
  ["Очередь печати", "печать"],
  ["Сведения о печати", "печати сведения"],
  ["Роли", "РОЛЬ"],
  ["Приём заказов", "прием"],
  ["Прием заказов", "приём"],
  ["Скидки на заказ", "заказу"],
  ["Оплата по ссылке через ЮKassa.", "юkassa"],
  ["Теги", ""],
  ["Теги", "  "],
  ["Заказ № 1204", "1204"],
])("matchText — the text «%s» matches the query «%s»", (text, query) => expect(matchText(text, query)).toBe(true));

test.each([
  ["Категории", "тег"],
  ["Роли", "роли склад"],
  ["Теги", "тегами людей"],
  ["Заказ № 1204", "204"],
])("matchText — the text «%s» does not match the query «%s»", (text, query) =>
  expect(matchText(text, query)).toBe(false),
);
