import { formatTwoDecimals } from "./figures.ts";

const shift = (value: number, places: number): number => {
  const [mantissa, exponent = "0"] = String(value).split("e");
  return Number(`${mantissa}e${Number(exponent) + places}`);
};

/** Rounds to 15 significant digits, to remove binary rounding errors, for example in 1.15 × 3. */
const removeNoise = (value: number): number => Number(value.toPrecision(15));

const roundTo = (value: number, places: number): number => {
  const size = shift(Math.round(shift(removeNoise(Math.abs(value)), places)), -places);
  return value < 0 && size !== 0 ? -size : size;
};

/**
 * Rounds an amount to kopecks, halves away from zero, without binary rounding errors. Amounts of whole kopecks take a
 * faster path, because reports add thousands of amounts.
 */
export const roundMoney = (value: number): number => {
  const kopecks = Math.round(value * 100);
  const isWhole = Math.abs(value) < 1e9 && Math.abs(value * 100 - kopecks) < 1e-6;
  // Adding 0 turns -0 into 0.
  return isWhole ? kopecks / 100 + 0 : roundTo(value, 2);
};

/** Rounds a catalogue number (count, portion, price) to 5 decimals (business, section 5). */
export const roundDecimal = (value: number): number => roundTo(value, 5);

/** Rounds the cost of one unit to 8 decimals. */
export const roundUnitCost = (value: number): number => roundTo(value, 8);

/** Returns the sum of amounts. Each intermediate sum is rounded to kopecks. */
export const sumMoney = (amounts: readonly number[]): number =>
  amounts.reduce((total, amount) => roundMoney(total + amount), 0);

/**
 * Divides an amount into parts of whole kopecks that add up to the amount. If equal parts are not possible, the first
 * parts are one kopeck larger.
 */
export const splitMoney = (amount: number, count: number): number[] => {
  const kopecks = Math.round(amount * 100);
  const part = Math.floor(kopecks / count);
  return Array.from({ length: count }, (_, index) => (part + (index < kopecks - part * count ? 1 : 0)) / 100);
};

/** Formats an amount without the currency, for example "1 234,50". */
export const formatAmount = (value: number): string => formatTwoDecimals(roundMoney(value));

/** Formats an amount with the currency, for example "1 234,50 р.". The spaces are no-break spaces. */
export const formatMoney = (value: number): string => `${formatAmount(value)}\u00a0р.`;

/**
 * Parses a typed amount with a decimal comma or dot, and spaces between groups of digits. Returns undefined for any
 * other text.
 */
export const parseAmount = (text: string): number | undefined => {
  const plain = text.replace(/\s/g, "").replace(",", ".");
  return /^(\d+(\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : undefined;
};
