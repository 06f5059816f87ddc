import type { Schemas } from "#api/client.ts";
import { formatMoney } from "#domain/money.ts";

/** Russian names of the kinds of finance sources. */
export const sourceKinds: Readonly<Record<Schemas["FinanceSourceKind"], string>> = {
  cash: "Касса",
  bank: "Банк",
  acquiring: "Эквайринг",
  courier: "У курьера",
};

/** Russian names of the kinds of transactions. */
export const transactionKinds: Readonly<Record<Schemas["FinanceKind"], string>> = {
  income: "Приход",
  expense: "Расход",
  transfer: "Перемещение",
  correction: "Пересчёт",
};

/** Russian names of the lines of the finance report that are not categories. */
export const articleNames: Readonly<Record<Exclude<Schemas["FinanceArticle"], "category">, string>> = {
  payment: "Оплаты заказов",
  refund: "Возвраты по заказам",
  other: "Без категории",
  correction: "Пересчёт кассы",
};

/** Russian names of the directions of categories. */
export const directions: Readonly<Record<Schemas["FinanceDirection"], string>> = {
  income: "Приход",
  expense: "Расход",
};

/** Returns the difference of a cash count in words, for example "Недостача 150,00 р.". */
export const differenceText = (difference: number): string => {
  if (difference === 0) return "Сходится";
  return `${difference < 0 ? "Недостача" : "Излишек"} ${formatMoney(Math.abs(difference))}`;
};
