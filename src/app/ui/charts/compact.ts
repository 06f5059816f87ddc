const short = new Intl.NumberFormat("ru-RU", { notation: "compact", maximumFractionDigits: 1 });

/** A number as an axis writes it, "12 тыс." */
export const compact = (value: number): string => short.format(value);
