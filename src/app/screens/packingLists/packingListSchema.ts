import {
  array,
  boolean,
  check,
  forward,
  type GenericSchema,
  maxLength,
  minValue,
  nullable,
  number,
  object,
  picklist,
  pipe,
  string,
} from "valibot";
import { isDecimalBetween, MIN_QUANTITY } from "#domain/decimalRange.ts";
import {
  isBlankLine,
  type PackingLineDraft,
  type PackingListDraft,
} from "#machines/directory/descriptors/packingListEditor.ts";

const lineSchema: GenericSchema<PackingLineDraft, PackingLineDraft> = pipe(
  object({
    key: number(),
    stockItemId: number(),
    pack: nullable(object({ name: string(), factor: number() })),
    count: string(),
    price: string(),
    vat: string(),
  }),
  forward(
    check((line) => isBlankLine(line) || line.stockItemId > 0, "Выберите товар."),
    ["stockItemId"],
  ),
  forward(
    check((line) => isBlankLine(line) || isDecimalBetween(line.count, MIN_QUANTITY), "Больше нуля."),
    ["count"],
  ),
  forward(
    check((line) => isBlankLine(line) || isDecimalBetween(line.price, 0), "Укажите цену."),
    ["price"],
  ),
  forward(
    check((line) => isBlankLine(line) || isDecimalBetween(line.vat, 0, 100), "0–100."),
    ["vat"],
  ),
);

/** Validation schema of the form of a packing list. Blank lines are allowed and not sent. */
export const packingListSchema: GenericSchema<PackingListDraft, PackingListDraft> = pipe(
  object({
    supplierId: pipe(number(), minValue(1, "Выберите поставщика.")),
    kind: picklist(["delivery", "return"]),
    itemNumber: pipe(string(), maxLength(50, "Не больше 50 знаков.")),
    day: pipe(
      string(),
      check((day) => /^\d{4}-\d{2}-\d{2}$/.test(day), "Неверная дата."),
    ),
    savedDate: string(),
    comment: pipe(string(), maxLength(500, "Не больше 500 знаков.")),
    isVatIncluded: boolean(),
    isDuplicateAllowed: boolean(),
    items: array(lineSchema),
  }),
  forward(
    check(({ items }) => items.some((line) => !isBlankLine(line)), "Добавьте хотя бы одну строку."),
    ["items"],
  ),
  forward(
    check(({ items }) => items.filter((line) => !isBlankLine(line)).length <= 500, "В накладной не больше 500 строк."),
    ["items"],
  ),
);
