import { array, check, forward, number, object, pipe, string } from "valibot";
import { isDecimalBetween, MIN_QUANTITY } from "#domain/decimalRange.ts";
import { isEmptyPart } from "#machines/catalogue/composition.ts";

const part = pipe(
  object({ key: number(), stockItemId: number(), count: string() }),
  forward(
    check((line) => isEmptyPart(line) || isDecimalBetween(line.count, MIN_QUANTITY), "Больше нуля."),
    ["count"],
  ),
);

/** Validation schema of the ingredients of a recipe. */
export const partsSchema = array(part);
