import {
  array,
  check,
  forward,
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
import {
  isBlankTransferLine,
  type TransferDraft,
  type TransferLineDraft,
} from "#machines/directory/descriptors/transferEditor.ts";

const lineSchema: GenericSchema<TransferLineDraft, TransferLineDraft> = pipe(
  object({ key: number(), stockItemId: number(), count: string(), price: string() }),
  forward(
    check((line) => isBlankTransferLine(line) || line.stockItemId > 0, "Выберите товар."),
    ["stockItemId"],
  ),
  forward(
    check((line) => isBlankTransferLine(line) || isDecimalBetween(line.count, MIN_QUANTITY), "Больше нуля."),
    ["count"],
  ),
  forward(
    check(({ price }) => price.trim() === "" || isDecimalBetween(price, 0), "Неверная цена."),
    ["price"],
  ),
);

/** Validation schema of the form of a transfer. Blank lines are allowed and not sent. */
export const transferSchema: GenericSchema<TransferDraft, TransferDraft> = pipe(
  object({
    toCompanyId: pipe(number(), minValue(1, "Выберите компанию.")),
    lossOn: picklist(["sender", "recipient"]),
    comment: pipe(string(), maxLength(500, "Не больше 500 знаков.")),
    items: array(lineSchema),
  }),
  forward(
    check(({ items }) => items.some((line) => !isBlankTransferLine(line)), "Добавьте хотя бы одну строку."),
    ["items"],
  ),
);
