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
import { parseDecimal } from "#domain/decimal.ts";
import type { StockOperationDraft } from "#machines/directory/descriptors/stockOperations.ts";

const MAX_COUNT = 99_999_999.99999;

const isCount = (text: string): boolean => {
  const count = parseDecimal(text) ?? 0;
  return count > 0 && count <= MAX_COUNT;
};

/** Validation schema of the stock operation form. */
export const operationSchema: GenericSchema<StockOperationDraft, StockOperationDraft> = object({
  stockItemId: pipe(number(), minValue(1, "Выберите товар.")),
  operationType: picklist(["+", "-"]),
  count: pipe(string(), check(isCount, "Укажите число больше нуля, до 99 999 999,99999.")),
  comment: pipe(string(), maxLength(500, "Не больше 500 знаков.")),
  isIgnoreSubProcedure: boolean(),
});
