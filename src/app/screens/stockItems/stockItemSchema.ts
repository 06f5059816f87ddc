import {
  array,
  boolean,
  check,
  forward,
  type GenericSchema,
  maxLength,
  nonEmpty,
  number,
  object,
  pipe,
  string,
  trim,
} from "valibot";
import { isDecimalBetween } from "#domain/decimalRange.ts";
import { hasParts } from "#machines/catalogue/composition.ts";
import type { StockItemDraft } from "#machines/directory/descriptors/stockItems.ts";
import { partsSchema } from "../catalogue/partSchema.ts";

const requiredText = (length: number, missing: string) =>
  pipe(string(), trim(), nonEmpty(missing), maxLength(length, `Не больше ${length} знаков.`));

const usage = array(object({ id: number(), name: string() }));

/** Validation schema of the stock item form. */
export const stockItemSchema: GenericSchema<StockItemDraft, StockItemDraft> = pipe(
  object({
    title: requiredText(200, "Укажите название."),
    unit: requiredText(20, "Укажите единицу измерения."),
    estimateCost: string(),
    groupName: pipe(string(), trim(), maxLength(100, "Не больше 100 знаков.")),
    parts: partsSchema,
    isInherited: boolean(),
    usedInItems: usage,
    usedInStockItems: usage,
  }),
  forward(
    check(
      ({ estimateCost, parts }) => estimateCost === "" || hasParts(parts) || isDecimalBetween(estimateCost, 0),
      "Число от 0 до 99 999 999,99999.",
    ),
    ["estimateCost"],
  ),
);
