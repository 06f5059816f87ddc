import { formatNumber } from "./figures.ts";
import { roundDecimal } from "./money.ts";

/** Formats a quantity with at most 5 decimals and its unit, for example "−5,25 кг". The spaces are no-break spaces. */
export const formatQuantity = (value: number, unit = ""): string => {
  const rounded = roundDecimal(value);
  const text = `${rounded < 0 ? "−" : ""}${formatNumber(Math.abs(rounded))}`;
  return unit ? `${text}\u00a0${unit}` : text;
};
