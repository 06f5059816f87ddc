import { array, check, forward, number, object, pipe, string } from "valibot";
import { parseDecimal } from "#domain/decimal.ts";
import { isEmptyPart } from "#machines/catalogue/composition.ts";

const MAX = 99_999_999.99999;

/** Whether a text is a number that a decimal column can hold, from the least one on. */
export const isWithin = (text: string, least: number): boolean => {
  const value = parseDecimal(text);
  return value !== undefined && value >= least && value <= MAX;
};

const part = pipe(
  object({ key: number(), stockItemId: number(), count: string() }),
  forward(
    check((line) => isEmptyPart(line) || (isWithin(line.count, 0) && parseDecimal(line.count) !== 0), "Больше нуля."),
    ["count"],
  ),
);

/** What a composition must be before it is sent; the server checks again. */
export const partsSchema = array(part);
