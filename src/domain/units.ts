import { formatNumber } from "./figures.ts";
import { type PluralForms, plural } from "./format.ts";
import { roundDecimal } from "./money.ts";
import { formatQuantity } from "./quantity.ts";

/**
 * Unit in which a quantity can be entered. `factor` is the number of base units in this unit, with at most 5 decimals.
 */
export interface Unit {
  readonly name: string;
  readonly factor: number;
}

/** Quantity that was entered in a unit, and the price of one such unit, roubles. Both have at most 5 decimals. */
export interface Pack extends Unit {
  readonly count: number;
  readonly price: number;
}

/** Base unit of a stock item, with its pack units. */
export interface Packed {
  readonly unit: string;
  readonly packs?: readonly Unit[] | undefined;
}

/** Maximum number of pack units of a stock item. */
export const MAX_PACKS = 10;

const metric: Readonly<Record<string, Unit>> = {
  кг: { name: "г", factor: 0.001 },
  г: { name: "кг", factor: 1000 },
  л: { name: "мл", factor: 0.001 },
  мл: { name: "л", factor: 1000 },
};

const forms: readonly PluralForms[] = [
  ["банка", "банки", "банок"],
  ["блок", "блока", "блоков"],
  ["бочка", "бочки", "бочек"],
  ["бутылка", "бутылки", "бутылок"],
  ["ведро", "ведра", "вёдер"],
  ["десяток", "десятка", "десятков"],
  ["канистра", "канистры", "канистр"],
  ["контейнер", "контейнера", "контейнеров"],
  ["коробка", "коробки", "коробок"],
  ["лист", "листа", "листов"],
  ["лоток", "лотка", "лотков"],
  ["мешок", "мешка", "мешков"],
  ["пакет", "пакета", "пакетов"],
  ["палета", "палеты", "палет"],
  ["паллета", "паллеты", "паллет"],
  ["пачка", "пачки", "пачек"],
  ["поддон", "поддона", "поддонов"],
  ["рулон", "рулона", "рулонов"],
  ["сетка", "сетки", "сеток"],
  ["упаковка", "упаковки", "упаковок"],
  ["штука", "штуки", "штук"],
  ["ящик", "ящика", "ящиков"],
];

/**
 * Returns the name of a unit for comparison: in lower case and nominative singular, without the dot of an abbreviation.
 */
const normalizeUnit = (name: string): string => {
  const plain = name.trim().toLowerCase().replace(/\.$/, "").replace(/\s+/g, " ");
  return forms.find((words) => words.includes(plain))?.[0] ?? plain;
};

/** Returns true if two texts name the same unit, for example "Мешок" and "мешков", or "шт." and "шт". */
export const isSameUnit = (one: string, other: string): boolean => normalizeUnit(one) === normalizeUnit(other);

/**
 * Returns the units in which a quantity of the item can be entered, the base unit first. Kilograms and grams, and
 * litres and millilitres, are converted without a pack unit.
 */
export const unitsOf = ({ unit, packs = [] }: Packed): readonly [Unit, ...Unit[]] => {
  const known = metric[normalizeUnit(unit)];
  return [{ name: unit, factor: 1 }, ...packs, ...(known ? [known] : [])];
};

/** Returns the item's unit with the given name, or undefined if the item has no such unit. */
export const findUnit = (item: Packed, name: string): Unit | undefined =>
  unitsOf(item).find((unit) => isSameUnit(unit.name, name));

/** Returns the quantity in base units and the price of one base unit, both rounded to 5 decimals. */
export const toBaseUnits = ({ count, price, factor }: Omit<Pack, "name">): { count: number; price: number } => ({
  count: roundDecimal(count * factor),
  price: roundDecimal(price / factor),
});

/**
 * Returns a counted unit, with a no-break space, for example "2 мешка" or "2,5 мешка". A word with unknown plural forms
 * is not declined.
 */
export const formatUnitCount = (count: number, name: string): string => {
  const words = forms.find(([one]) => one === name.toLowerCase());
  return `${formatNumber(count)}\u00a0${words ? plural(count, words) : name}`;
};

/** Returns an entered quantity with the size of its unit, for example "2 мешка × 25 кг". */
export const formatPack = ({ name, count, factor }: Omit<Pack, "price">, unit: string): string =>
  `${formatUnitCount(count, name)} × ${formatQuantity(factor, unit)}`;

/**
 * Returns the Russian reason why the pack unit at index `at` is invalid, or undefined if it is valid. Its name must not
 * be empty, begin with a digit, comma or dot, or equal the base unit, an automatically converted unit or an earlier
 * name in the list.
 */
export const packProblem = (item: Packed, at: number): string | undefined => {
  const { unit, packs = [] } = item;
  const name = packs[at]?.name.trim() ?? "";
  if (name === "") return "Укажите название.";
  if (/^[\d.,]/.test(name)) return "Название не может начинаться с цифры.";
  if (isSameUnit(name, unit)) return "Это основная единица товара.";
  if (findUnit({ unit }, name)) return "Эта единица пересчитывается сама.";
  return packs.slice(0, at).some((earlier) => isSameUnit(earlier.name, name))
    ? "Такая единица у товара уже есть."
    : undefined;
};
