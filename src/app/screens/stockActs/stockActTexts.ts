import type { StockActKind, StockActReason, StockActRow } from "#machines/directory/descriptors/stockActs.ts";
import type { DocumentTexts } from "../stockDocuments/documentTexts.ts";

/** Titles and colours of the states of a stock act. */
export const actStates = {
  draft: { title: "Черновик", colour: "orange" },
  approved: { title: "Проведён", colour: "green" },
  reversed: { title: "Отменён", colour: "grey" },
} as const;

/** Titles of the kinds of stock acts. */
export const actKinds: Readonly<Record<StockActKind, string>> = { writeOff: "Списание", production: "Приготовление" };

/** Titles of the reasons of a write-off. */
export const actReasons: Readonly<Record<StockActReason, string>> = {
  spoilage: "Порча",
  staffMeals: "Питание персонала",
  tasting: "Дегустация, угощение",
  defect: "Брак",
  other: "Прочее",
};

/** Returns the title of a stock act, for example 'Списание № 3'. */
export const actTitle = ({ kind, id }: Pick<StockActRow, "kind" | "id">): string => `${actKinds[kind]} № ${id}`;

/** Reads the kind of a stock act from a query string. Returns undefined if the query string contains no valid kind. */
export const readActKind = (query: URLSearchParams): StockActKind | undefined => {
  const kind = query.get("kind");
  return kind === "writeOff" || kind === "production" ? kind : undefined;
};

const actions = {
  reverse: {
    title: "Отменить акт?",
    question: "На складе появятся обратные операции с той же датой. Себестоимость станет такой, как без этого акта.",
    done: "Акт отменён",
    refused: "Акт не отменён",
    force: "Всё равно отменить",
  },
  remove: {
    title: "Удалить черновик?",
    question: "Вернуть его будет нельзя.",
    done: "Черновик удалён",
    refused: "Черновик не удалён",
  },
} as const;

const approval = {
  title: "Провести акт?",
  done: "Акт проведён",
  refused: "Акт не проведён",
  force: "Всё равно провести",
} as const;

const stale = "Акт изменил кто-то другой. Посмотрите, что стало, и повторите действие.";

/** Texts of the actions and questions of a stock act, by its kind. */
export const actTexts: Readonly<Record<StockActKind, DocumentTexts>> = {
  writeOff: {
    actions: {
      ...actions,
      approve: { ...approval, question: "Товар спишется со склада. Изменить акт потом нельзя, только отменить." },
    },
    stale,
    shelf: {
      title: "Товар уже списали, когда считали склад?",
      hint: "«Да»: остаток после подсчёта не изменится. «Нет»: товар вычтется из посчитанного.",
    },
  },
  production: {
    actions: {
      ...actions,
      approve: {
        ...approval,
        question: "Ингредиенты спишутся, а готовое попадёт на склад. Изменить акт потом нельзя, только отменить.",
      },
    },
    stale,
    shelf: {
      title: "Это уже было приготовлено, когда считали склад?",
      hint: "«Да»: остатки после подсчёта не изменятся. «Нет»: акт изменит посчитанные остатки.",
    },
  },
};
