import { array, check, forward, type GenericSchema, maxLength, number, object, picklist, pipe, string } from "valibot";
import { isDecimalBetween, MIN_QUANTITY } from "#domain/decimalRange.ts";
import {
  type ActLineDraft,
  isBlankActLine,
  type StockActDraft,
} from "#machines/directory/descriptors/stockActEditor.ts";

const lineSchema: GenericSchema<ActLineDraft, ActLineDraft> = pipe(
  object({ key: number(), stockItemId: number(), count: string() }),
  forward(
    check((line) => isBlankActLine(line) || line.stockItemId > 0, "Выберите товар."),
    ["stockItemId"],
  ),
  forward(
    check((line) => isBlankActLine(line) || isDecimalBetween(line.count, MIN_QUANTITY), "Больше нуля."),
    ["count"],
  ),
);

/** Validation schema of the form of a stock act. Blank lines are allowed and not sent. */
export const stockActSchema: GenericSchema<StockActDraft, StockActDraft> = pipe(
  object({
    kind: picklist(["writeOff", "production"]),
    reason: picklist(["", "spoilage", "staffMeals", "tasting", "defect", "other"]),
    day: pipe(
      string(),
      check((day) => /^\d{4}-\d{2}-\d{2}$/.test(day), "Неверная дата."),
    ),
    savedDate: string(),
    comment: pipe(string(), maxLength(500, "Не больше 500 знаков.")),
    items: array(lineSchema),
  }),
  forward(
    check(({ kind, reason }) => kind === "production" || reason !== "", "Выберите причину."),
    ["reason"],
  ),
  forward(
    check(({ reason, comment }) => reason !== "other" || comment.trim() !== "", "Опишите причину."),
    ["comment"],
  ),
  forward(
    check(({ items }) => items.some((line) => !isBlankActLine(line)), "Добавьте хотя бы одну строку."),
    ["items"],
  ),
);
