import { formatNumber } from "./figures.ts";
import { roundDecimal } from "./money.ts";

/** Formats a quantity with its unit, with non-breaking spaces: "−5,25 кг". */
export const formatQuantity = (value: number, unit = ""): string => {
  const rounded = roundDecimal(value);
  const text = `${rounded < 0 ? "−" : ""}${formatNumber(Math.abs(rounded))}`;
  return unit ? `${text}\u00a0${unit}` : text;
};
