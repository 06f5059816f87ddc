import type { Schemas } from "#api/client.ts";
import type { PrintedDocument } from "#machines/printing/bills.ts";

/** Kinds of document as people call them. */
export const kindNames: Record<PrintedDocument, string> = {
  preBill: "Предчеки",
  kitchen: "Заказы на кухню",
  usedStockItems: "Позиции склада",
};

/** Papers as people call them. */
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

/** States of a job by which a queue is narrowed. */
export const stateTitles = Object.entries(states).map(([value, { title }]) => ({ value, title }));

/** The state of a job in words, with the colour of its badge; a job that nobody took for 30 s waits (decisions, section 10). */
export const jobState = ({ status, isOverdue, isPrinterOnDuty }: Job) =>
  status === "waiting" && isOverdue
    ? { title: isPrinterOnDuty ? "Ждёт принтера" : "Ждёт: никого на дежурстве", colour: "orange" }
    : states[status];

/** Why something did not come out, for a person to choose from. */
export const failureReasons = [
  "Нет бумаги",
  "Замялась бумага",
  "Принтер выключен или не отвечает",
  "Напечаталось неразборчиво",
];
