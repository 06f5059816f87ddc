import {
  boolean,
  check,
  type GenericSchema,
  maxLength,
  minValue,
  number,
  object,
  picklist,
  pipe,
  string,
} from "valibot";
import { isDecimalBetween, MIN_QUANTITY } from "#domain/decimalRange.ts";
import type { StockOperationDraft } from "#machines/directory/descriptors/stockOperations.ts";

/** Validation schema of the stock operation form. */
export const operationSchema: GenericSchema<StockOperationDraft, StockOperationDraft> = object({
  stockItemId: pipe(number(), minValue(1, "Выберите товар.")),
  operationType: picklist(["+", "-"]),
  count: pipe(
    string(),
    check((count) => isDecimalBetween(count, MIN_QUANTITY), "Укажите число больше нуля, до 99 999 999,99999."),
  ),
  comment: pipe(string(), maxLength(500, "Не больше 500 знаков.")),
  isIgnoreSubProcedure: boolean(),
});
