import type { Schemas } from "#api/client.ts";
import { counted } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { formatQuantity } from "#domain/quantity.ts";
import type { Inventory, InventoryRow } from "#machines/directory/descriptors/inventories.ts";
import type { CountReason } from "#machines/stock/countSheet.ts";
import type { ActionDetails } from "#machines/stock/stockDocument.ts";
import type { DocumentTexts } from "../stockDocuments/documentTexts.ts";

/** Titles and colours of the states of an inventory. */
export const inventoryStates = {
  counting: { title: "Считают", colour: "blue" },
  reviewing: { title: "На проверке", colour: "orange" },
  approved: { title: "Проведена", colour: "green" },
  cancelled: { title: "Отменена", colour: "grey" },
} as const satisfies Readonly<Record<Schemas["InventoryState"], { title: string; colour: string }>>;

/** Texts of the reasons why a quantity cannot be entered. */
export const countReasonTexts: Readonly<Record<CountReason, string>> = {
  noPlace: "Выберите место",
  noNumber: "Введите число",
  tooMuch: "Слишком много",
};

/** Returns the title of an inventory, for example 'Инвентаризация «Сыры»'. */
export const inventoryTitle = ({ groupName }: Pick<InventoryRow, "groupName">): string =>
  `Инвентаризация «${groupName}»`;

/** Returns an amount with its sign, for example '−276,00 р.'. Zero has no sign. */
export const signedMoney = (amount: number): string =>
  amount === 0 ? formatMoney(0) : `${amount < 0 ? "−" : "+"}${formatMoney(Math.abs(amount))}`;

/** Returns a quantity with its unit and its sign, for example '+0,8 кг'. Zero has no sign. */
export const signedQuantity = (value: number, unit: string): string =>
  value > 0 ? `+${formatQuantity(value, unit)}` : formatQuantity(value, unit);

export const totalsText = ({ lossAmount, surplusAmount }: Pick<Inventory, "lossAmount" | "surplusAmount">): string =>
  lossAmount === 0 && surplusAmount === 0
    ? "Расхождений нет"
    : `Недостача ${formatMoney(lossAmount)}, излишек ${formatMoney(surplusAmount)}`;

/** Adds a full stop, unless the text already ends with a full stop (an abbreviation). */
const asSentence = (text: string): string => (text.endsWith(".") ? text : `${text}.`);

/** Returns a number of days in words, for example '3 дня'. */
export const daysText = (days: number): string => counted(days, ["день", "дня", "дней"]);

/** Returns a number of stock items in words, for example '3 позиции'. */
export const positionsText = (count: number): string => counted(count, ["позиция", "позиции", "позиций"]);

const reviewTexts = (left: number, isRestZero: boolean) => {
  const refused = "Проверка не удалась";
  if (isRestZero)
    return {
      title: "Посчитать остальное нулём?",
      question: `Записей нет: ${positionsText(left)}. Весь их остаток по учёту станет недостачей.`,
      done: "Остальное посчитано нулём",
      refused,
    };
  const rest = left === 0 ? "Посчитано всё." : `Не посчитано: ${left}. По этим позициям остаток не изменится.`;
  return {
    title: "Отправить на проверку?",
    question: `${rest} Записи можно будет исправить и на проверке.`,
    done: "Сравнили с учётом",
    refused,
  };
};

const staleText = (isRestChanged: boolean): string =>
  isRestChanged
    ? "Пока проверяли, остаток изменился: товар двигали задним числом. Ниже оба остатка. Проверьте ещё раз."
    : "Инвентаризацию изменил кто-то другой. Посмотрите, что стало, и повторите действие.";

/** Returns the texts of the actions on an inventory. */
export const inventoryDocumentTexts = (
  inventory: Inventory | undefined,
  { isRestZero = false }: ActionDetails,
): DocumentTexts => {
  const { items = [], lossAmount = 0, surplusAmount = 0 } = inventory ?? {};
  return {
    actions: {
      review: reviewTexts(items.filter((line) => line.counted === null).length, isRestZero),
      approve: {
        title: "Провести инвентаризацию?",
        question: `${asSentence(totalsText({ lossAmount, surplusAmount }))} Разница запишется на склад на минуту подсчёта. Изменить её потом нельзя.`,
        done: "Инвентаризация проведена",
        refused: "Инвентаризация не проведена",
      },
      explain: { title: "", question: "", done: "Причины сохранены", refused: "Причины не сохранены" },
      cancel: {
        title: "Отменить инвентаризацию?",
        question: "На склад ничего не запишется. Записи останутся видны.",
        done: "Инвентаризация отменена",
        refused: "Инвентаризация не отменена",
        isReasonNeeded: true,
      },
      remove: {
        title: "Удалить инвентаризацию?",
        question: "Записей в ней ещё нет.",
        done: "Инвентаризация удалена",
        refused: "Инвентаризация не удалена",
      },
    },
    stale: staleText(items.some(({ expectedBefore }) => expectedBefore !== null)),
  };
};
