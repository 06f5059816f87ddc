import { writeNumber } from "./figures.ts";
import { roundDecimal } from "./money.ts";

/** How much there is of something, "−5,25 кг", in one piece that no line break can part; without a unit the number alone. */
export const formatQuantity = (value: number, unit = ""): string => {
  const rounded = roundDecimal(value);
  const text = `${rounded < 0 ? "−" : ""}${writeNumber(Math.abs(rounded))}`;
  return unit ? `${text}\u00a0${unit}` : text;
};
