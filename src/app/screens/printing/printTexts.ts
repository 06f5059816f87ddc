import type { Schemas } from "#api/client.ts";
import type { PrintedDocument } from "#machines/printing/bills.ts";
import type { Relief } from "#machines/printing/printDuty.ts";
import { jobFailures } from "#machines/printing/printJob.ts";

/** Names of the kinds of document, in the plural. */
export const kindNames: Record<PrintedDocument, string> = {
  preBill: "Предчеки",
  kitchen: "Заказы на кухню",
  usedStockItems: "Позиции склада",
};

/** Names of one document of each kind. */
export const documentNames: Record<PrintedDocument, string> = {
  preBill: "Предчек",
  kitchen: "На кухню",
  usedStockItems: "Позиции склада",
};

/** Returns the title of a job: "Предчек, заказ № 17". */
export const jobTitle = ({ kind, internalId }: Pick<Schemas["PrintJob"], "kind" | "internalId">): string =>
  `${documentNames[kind]}, заказ № ${internalId}`;

const jobFailureTexts: Readonly<Record<string, string>> = {
  [jobFailures.journal]: "Браузер не смог записать журнал печати",
  [jobFailures.undrawn]: "Страница не нарисовалась",
};

/** Returns the text of a failure code, or the reason that a user gave. */
export const jobFailureText = (reason: string): string => jobFailureTexts[reason] ?? reason;

/** Returns the sentence about the end of a duty. */
export const reliefText = (relief: Relief): string => {
  if (relief.code === "refused") return relief.message;
  return relief.code === "takenOver"
    ? `Принтер принял на себя другой браузер: ${relief.userAlias}.`
    : "Дежурство закончилось: принтер удалён или дежурство завершили.";
};

/** Names of the papers. */
export const paperNames: Record<Schemas["PaperWidth"], string> = {
  "58": "лента 58 мм",
  "80": "лента 80 мм",
  A4: "лист A4",
};

type Job = Pick<Schemas["PrintJob"], "status" | "isOverdue" | "isPrinterOnDuty">;

const states: Record<Schemas["PrintJob"]["status"], { readonly title: string; readonly colour: string }> = {
  waiting: { title: "В очереди", colour: "blue" },
  manual: { title: "Вручную", colour: "grey" },
  taken: { title: "Взято принтером", colour: "teal" },
  printing: { title: "Печатается", colour: "teal" },
  printed: { title: "Напечатано", colour: "green" },
  failed: { title: "Не напечатано", colour: "red" },
  unconfirmed: { title: "Не подтверждено", colour: "orange" },
  cancelled: { title: "Отменено", colour: "grey" },
};

/** Options of the queue's status filter. */
export const stateTitles = Object.entries(states).map(([value, { title }]) => ({ value, title }));

/** Returns the title and badge colour of a job's status. A job that no duty took within 30 s is shown as waiting (decisions, section 10). */
export const jobState = ({ status, isOverdue, isPrinterOnDuty }: Job) =>
  status === "waiting" && isOverdue
    ? { title: isPrinterOnDuty ? "Ждёт принтера" : "Ждёт: никого на дежурстве", colour: "orange" }
    : states[status];

/** Reasons of a failed print to choose from. */
export const failureReasons = [
  "Нет бумаги",
  "Замялась бумага",
  "Принтер выключен или не отвечает",
  "Напечаталось неразборчиво",
];
