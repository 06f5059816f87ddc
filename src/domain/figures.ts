const LOCALE = "ru-RU";
const plain = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 20 });
const twoDecimals = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Formats a number with all its decimals: "1 234,5". Groups are separated by no-break spaces. */
export const formatNumber = (value: number): string => plain.format(value);

/** Formats a number with two decimals: "1 234,50". */
export const formatTwoDecimals = (value: number): string => twoDecimals.format(value);
