const LOCALE = "ru-RU";
const plain = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 20 });
const twoDecimals = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Formats a number with all its decimals, for example "1 234,5". No-break spaces separate the groups of digits. */
export const formatNumber = (value: number): string => plain.format(value);

/** Formats a number with two decimals, for example "1 234,50". */
export const formatTwoDecimals = (value: number): string => twoDecimals.format(value);
