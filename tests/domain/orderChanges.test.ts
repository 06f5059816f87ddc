import { expect, test } from "vitest";
import { type ComparedLine, type ComparedOrder, orderChanges } from "#domain/orderChanges.ts";

const line = (name: string, count: number, more: Partial<ComparedLine> = {}): ComparedLine => ({
  key: name,
  name,
  count,
  note: "",
  modificators: [],
  ...more,
});
const order = (more: Partial<ComparedOrder> = {}): ComparedOrder => ({
  lines: [line("Маргарита", 1)],
  phone: "+79161234567",
  date: "",
  address: "Садовая, 12",
  deliveryPhone: "",
  change: "",
  persons: "",
  note: "",
  discount: "",
  tags: ["срочно"],
  status: "Новый",
  ...more,
});
const texts = (before: ComparedOrder, after: ComparedOrder): string[] =>
  orderChanges(before, after).map(({ text }) => text);

test("orderChanges — returns no changes for equal orders", () => {
  expect(orderChanges(order(), order())).toEqual([]);
});

test("orderChanges — describes a changed number of portions as an increase or decrease", () => {
  expect(texts(order(), order({ lines: [line("Маргарита", 3), line("Морс", 1)] }))).toEqual([
    "+2 Маргарита",
    "+1 Морс",
  ]);
  expect(texts(order(), order({ lines: [] }))).toEqual(["−1 Маргарита"]);
});

test("orderChanges — describes a changed field with its previous and its new value", () => {
  expect(texts(order(), order({ address: "Лесная, 3", note: "позвонить" }))).toEqual([
    "адрес: Садовая, 12 → Лесная, 3",
    "комментарий: нет → позвонить",
  ]);
});

test("orderChanges — describes changed modifiers, notes to the cook and tags", () => {
  const changed = line("Маргарита", 1, { note: "без лука", modificators: [{ name: "Борт", count: 2 }] });
  expect(texts(order(), order({ lines: [changed], tags: ["гость"] }))).toEqual([
    "Маргарита, добавки: нет → Борт × 2",
    "Маргарита, повару: нет → без лука",
    "+ тег «гость»",
    "− тег «срочно»",
  ]);
});

test("orderChanges — returns the field name of each difference", () => {
  const after = order({ lines: [line("Маргарита", 2)], phone: "" });
  expect(orderChanges(order(), after).map(({ field }) => field)).toEqual(["line:Маргарита", "phone"]);
});
