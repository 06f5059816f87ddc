import { array, check, forward, number, object, pipe, string } from "valibot";
import { parseDecimal } from "#domain/decimal.ts";
import { isEmptyPart } from "#machines/catalogue/composition.ts";

const MAX_DECIMAL = 99_999_999.99999;

/** Returns true if the text is a number from `min` to the maximum of a decimal database column. */
export const isDecimalFrom = (text: string, min: number): boolean => {
  const value = parseDecimal(text);
  return value !== undefined && value >= min && value <= MAX_DECIMAL;
};

const part = pipe(
  object({ key: number(), stockItemId: number(), count: string() }),
  forward(
    check(
      (line) => isEmptyPart(line) || (isDecimalFrom(line.count, 0) && parseDecimal(line.count) !== 0),
      "Больше нуля.",
    ),
    ["count"],
  ),
);

/** Validation schema of the ingredients of a recipe. */
export const partsSchema = array(part);
