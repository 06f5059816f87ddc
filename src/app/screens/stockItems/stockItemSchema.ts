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
  rawCheck,
  string,
  trim,
} from "valibot";
import { isDecimalBetween, MIN_QUANTITY } from "#domain/decimalRange.ts";
import { packProblem } from "#domain/units.ts";
import { hasParts } from "#machines/catalogue/composition.ts";
import { packUnits, type StockItemDraft } from "#machines/directory/descriptors/stockItems.ts";
import { partsSchema } from "../catalogue/partSchema.ts";

const requiredText = (length: number, missing: string) =>
  pipe(string(), trim(), nonEmpty(missing), maxLength(length, `Не больше ${length} знаков.`));

const packSchema = object({
  key: number(),
  name: pipe(string(), maxLength(20, "Не больше 20 знаков.")),
  factor: pipe(
    string(),
    check((text) => isDecimalBetween(text, MIN_QUANTITY), "Больше нуля."),
  ),
});

const usage = array(object({ id: number(), name: string() }));

/** Validation schema of the stock item form. */
export const stockItemSchema: GenericSchema<StockItemDraft, StockItemDraft> = pipe(
  object({
    title: requiredText(200, "Укажите название."),
    unit: requiredText(20, "Укажите единицу измерения."),
    estimateCost: string(),
    groupName: pipe(string(), trim(), maxLength(100, "Не больше 100 знаков.")),
    parts: partsSchema,
    packs: array(packSchema),
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
  rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { unit, packs } = dataset.value;
    for (const [at, pack] of packs.entries()) {
      const message = packProblem({ unit, packs: packUnits(packs) }, at);
      if (message)
        addIssue({
          message,
          path: [
            { type: "object", origin: "value", input: dataset.value, key: "packs", value: packs },
            { type: "array", origin: "value", input: packs, key: at, value: pack },
            { type: "object", origin: "value", input: pack, key: "name", value: pack.name },
          ],
        });
    }
  }),
);
