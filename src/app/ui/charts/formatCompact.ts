const short = new Intl.NumberFormat("ru-RU", { notation: "compact", maximumFractionDigits: 1 });

/** Formats a number for a chart axis, for example "12 тыс.". */
export const formatCompact = (value: number): string => short.format(value);
