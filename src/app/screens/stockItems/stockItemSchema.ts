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
import { hasParts } from "#machines/catalogue/composition.ts";
import type { StockItemDraft } from "#machines/resources/stockItems.ts";
import { isWithin, partsSchema } from "../catalogue/partSchema.ts";

const named = (length: number, missing: string) =>
  pipe(string(), trim(), nonEmpty(missing), maxLength(length, `Не больше ${length} знаков.`));

const uses = array(object({ id: number(), name: string() }));

/** What the form of a stock item must be before it is sent; the server checks again. */
export const stockItemSchema: GenericSchema<StockItemDraft, StockItemDraft> = pipe(
  object({
    title: named(200, "Укажите название."),
    unit: named(20, "Укажите единицу измерения."),
    estimateCost: string(),
    groupName: pipe(string(), trim(), maxLength(100, "Не больше 100 знаков.")),
    parts: partsSchema,
    isInherited: boolean(),
    usedInItems: uses,
    usedInStockItems: uses,
  }),
  forward(
    check(
      ({ estimateCost, parts }) => estimateCost === "" || hasParts(parts) || isWithin(estimateCost, 0),
      "Число от 0 до 99 999 999,99999.",
    ),
    ["estimateCost"],
  ),
);
