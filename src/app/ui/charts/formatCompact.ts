const short = new Intl.NumberFormat("ru-RU", { notation: "compact", maximumFractionDigits: 1 });

const units = [
  { size: 1e12, name: "трлн" },
  { size: 1e9, name: "млрд" },
  { size: 1e6, name: "млн" },
  { size: 1e3, name: "тыс." },
];

/** Formats a number for a chart axis, for example "12 тыс.". */
export const formatCompact = (value: number): string => short.format(value);

/**
 * Returns a function that formats the values of one chart, and the name of their unit. The unit is the largest unit
 * that does not exceed `highest`: thousands for 16 335, none for 817. The number of decimal places is chosen so that
 * `highest` has at most three digits.
 */
export const compactFormatFor = (highest: number): { format: (value: number) => string; unit: string } => {
  const { size, name } = units.find((unit) => highest >= unit.size) ?? { size: 1, name: "" };
  const whole = Math.trunc(highest / size);
  const numbers = new Intl.NumberFormat("ru-RU", {
    maximumFractionDigits: whole === 0 ? 2 : Math.max(0, 3 - String(whole).length),
  });
  return { format: (value) => numbers.format(value / size), unit: name };
};
