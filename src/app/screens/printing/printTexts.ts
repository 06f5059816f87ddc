import type { Schemas } from "#api/client.ts";
import type { PrintedDocument } from "#machines/printing/bills.ts";
import type { Relief } from "#machines/printing/printDuty.ts";
import { jobFailures } from "#machines/printing/printJob.ts";

/** Russian plural names of the document kinds. */
export const kindNames: Record<PrintedDocument, string> = {
  preBill: "Предчеки",
  kitchen: "Заказы на кухню",
  usedStockItems: "Позиции склада",
};

/** Russian singular names of the document kinds. */
export const documentNames: Record<PrintedDocument, string> = {
  preBill: "Предчек",
  kitchen: "На кухню",
  usedStockItems: "Позиции склада",
};

/** Returns the title of a print job, for example "Предчек, заказ № 17". */
export const jobTitle = ({ kind, internalId }: Pick<Schemas["PrintJob"], "kind" | "internalId">): string =>
  `${documentNames[kind]}, заказ № ${internalId}`;

const jobFailureTexts: Readonly<Record<string, string>> = {
  [jobFailures.journal]: "Браузер не смог записать журнал печати",
  [jobFailures.unrendered]: "Страница не нарисовалась",
};

/** Returns the Russian text of a failure code. A reason that the user typed is returned unchanged. */
export const jobFailureText = (reason: string): string => jobFailureTexts[reason] ?? reason;

/** Returns a Russian text for the reason why the print duty ended. */
export const reliefText = (relief: Relief): string => {
  if (relief.code === "refused") return relief.message;
  return relief.code === "takenOver"
    ? `Принтер принял на себя другой браузер: ${relief.userAlias}.`
    : "Дежурство закончилось: принтер удалён или дежурство завершили.";
};

/** Russian names of the paper widths. */
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

/** Options of the status filter in the print queue. */
export const stateTitles = Object.entries(states).map(([value, { title }]) => ({ value, title }));

/**
 * Returns the title and badge colour of a print job's status. A job that has waited more than 30 s for a browser has a
 * separate title (decisions, section 10).
 */
export const jobState = ({ status, isOverdue, isPrinterOnDuty }: Job) =>
  status === "waiting" && isOverdue
    ? { title: isPrinterOnDuty ? "Ждёт принтера" : "Ждёт: никого на дежурстве", colour: "orange" }
    : states[status];

/** Reasons that the user can choose for a failed print. */
export const failureReasons = [
  "Нет бумаги",
  "Замялась бумага",
  "Принтер выключен или не отвечает",
  "Напечаталось неразборчиво",
];
