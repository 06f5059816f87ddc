import type { Day, Zone } from "./dates.ts";
import { isDay } from "./day.ts";
import { addDays, wallDay, weekdayOf } from "./days.ts";
import { roundMoney } from "./money.ts";
import { wallClock } from "./zone.ts";

/**
 * Terms on which a discount may be given to an order; a field that is null sets no term. Days, hours and dates apply to
 * the moment at which the order is taken, not to its due time.
 */
export interface DiscountTerms {
  /** Days of the week in ascending order, from 1 (Monday) to 7 (Sunday). */
  readonly weekdays: readonly number[] | null;
  /** Local time "HH:mm" from which the discount is given. */
  readonly startTime: string | null;
  /**
   * Local time "HH:mm" before which the discount is given. It is earlier than `startTime` if the hours end after
   * midnight.
   */
  readonly endTime: string | null;
  /** First day on which the discount is given. */
  readonly startDate: Day | null;
  /** Last day on which the discount is given. */
  readonly endDate: Day | null;
  /** Minimum total price of the dishes before the discount, roubles. */
  readonly minAmount: number | null;
  /** Promo code in its normal form (`normalizePromoCode`). */
  readonly promoCode: string | null;
  /** Maximum number of orders with the discount. Cancelled orders do not count. */
  readonly maxUses: number | null;
  /** True if each customer gets the discount for one order only. Customers are identified by their phone numbers. */
  readonly isOncePerCustomer: boolean;
}

/**
 * Reason why a discount must not be given to an order.
 * - `codeMissing`, `codeWrong`: the customer named no promo code, or another one.
 * - `notStarted`, `ended`: the day is before the first or after the last day of the discount.
 * - `wrongDay`, `wrongTime`: the discount is not given on this day of the week, or at this time of day.
 * - `belowMinimum`: the total price of the dishes is below the minimum.
 * - `usedUp`: the maximum number of orders have the discount.
 * - `usedByCustomer`: a customer gets the discount only once, and this customer has had it.
 */
export type DiscountRefusal =
  | "codeMissing"
  | "codeWrong"
  | "notStarted"
  | "ended"
  | "wrongDay"
  | "wrongTime"
  | "belowMinimum"
  | "usedUp"
  | "usedByCustomer";

/** Facts of an order with which the terms of a discount are compared. */
export interface DiscountUse {
  /** Moment at which the order is taken, ms since 1970. */
  readonly at: number;
  /** Time zone and start of the business day of the company. */
  readonly zone: Zone;
  /** Total price of the dishes before discounts and without the delivery, roubles. */
  readonly amount: number;
  /** Promo code that the customer named, or null. */
  readonly promoCode: string | null;
  /** Number of other orders with this discount that are not cancelled. */
  readonly uses: number;
  /** True if one of the orders that `uses` counts has the customer's phone number. */
  readonly isUsedByCustomer: boolean;
}

/** Terms that allow the discount always and for everyone. */
export const noTerms: DiscountTerms = {
  weekdays: null,
  startTime: null,
  endTime: null,
  startDate: null,
  endDate: null,
  minAmount: null,
  promoCode: null,
  maxUses: null,
  isOncePerCustomer: false,
};

/** Returns a promo code in the form in which it is stored and compared: in capitals and without spaces. */
export const normalizePromoCode = (text: string): string => text.replace(/\s/g, "").toUpperCase();

/**
 * Returns true if the terms set no hours, or if a local time "HH:mm" is within the hours. The start time is within the
 * hours, the end time is not.
 */
const isWithinHours = ({ startTime, endTime }: DiscountTerms, time: string): boolean => {
  if (startTime === null || endTime === null) return true;
  return startTime < endTime ? startTime <= time && time < endTime : startTime <= time || time < endTime;
};

/**
 * Returns the day to which the weekdays and dates of the terms apply, normally the business day. If the hours end after
 * midnight, the part after midnight belongs to the day on which the hours start. For example, "Friday from 22:00 to
 * 02:00" includes 01:00 on Saturday.
 */
const countedDay = ({ startTime, endTime }: DiscountTerms, clock: Date, { at, zone }: DiscountUse): Day => {
  const isPastMidnight =
    startTime !== null && endTime !== null && startTime > endTime && clock.toISOString().slice(11, 16) < endTime;
  return isPastMidnight ? addDays(clock.toISOString().slice(0, 10), -1) : wallDay(at, zone);
};

const findTimeRefusal = (terms: DiscountTerms, use: DiscountUse): DiscountRefusal | undefined => {
  const clock = wallClock(use.at, use.zone.timeZone);
  const day = countedDay(terms, clock, use);
  if (terms.startDate !== null && day < terms.startDate) return "notStarted";
  if (terms.endDate !== null && day > terms.endDate) return "ended";
  if (terms.weekdays?.includes(weekdayOf(day) + 1) === false) return "wrongDay";
  return isWithinHours(terms, clock.toISOString().slice(11, 16)) ? undefined : "wrongTime";
};

/** Returns true if the total price of the dishes is below the minimum of the discount. */
export const isBelowMinimum = ({ minAmount }: DiscountTerms, amount: number): boolean =>
  minAmount !== null && amount < minAmount;

/**
 * Returns the reason why the limits `maxUses` and `isOncePerCustomer` exclude an order from a discount, or undefined if
 * they allow the discount.
 */
export const findUseRefusal = (
  terms: DiscountTerms,
  { uses, isUsedByCustomer }: Pick<DiscountUse, "uses" | "isUsedByCustomer">,
): "usedUp" | "usedByCustomer" | undefined => {
  if (terms.maxUses !== null && uses >= terms.maxUses) return "usedUp";
  return terms.isOncePerCustomer && isUsedByCustomer ? "usedByCustomer" : undefined;
};

/**
 * Returns the reason why a discount must not be given to an order, or undefined if it may be given. Used by both the
 * client and the server.
 */
export const findDiscountRefusal = (terms: DiscountTerms | null, use: DiscountUse): DiscountRefusal | undefined => {
  if (terms === null) return undefined;
  if (terms.promoCode !== null) {
    const code = normalizePromoCode(use.promoCode ?? "");
    if (code !== terms.promoCode) return code === "" ? "codeMissing" : "codeWrong";
  }
  const refusal = findTimeRefusal(terms, use);
  if (refusal) return refusal;
  return isBelowMinimum(terms, use.amount) ? "belowMinimum" : findUseRefusal(terms, use);
};

/** Maximum length of a promo code in its normal form. */
export const MAX_PROMO_CODE = 32;

const MAX_AMOUNT = 10_000_000;
const MAX_USES = 1_000_000;

const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

const timeProblem = ({ startTime, endTime }: DiscountTerms): [keyof DiscountTerms, string] | undefined => {
  if (startTime === null && endTime === null) return undefined;
  if (startTime === null || !isTime(startTime)) return ["startTime", "Укажите время начала."];
  if (endTime === null || !isTime(endTime)) return ["endTime", "Укажите время окончания."];
  return startTime === endTime ? ["endTime", "Время начала и окончания одинаковое."] : undefined;
};

const dateProblem = ({ startDate, endDate }: DiscountTerms): [keyof DiscountTerms, string] | undefined => {
  if (startDate !== null && !isDay(startDate)) return ["startDate", "Такой даты нет."];
  if (endDate !== null && !isDay(endDate)) return ["endDate", "Такой даты нет."];
  return startDate !== null && endDate !== null && endDate < startDate
    ? ["endDate", "Последний день раньше первого."]
    : undefined;
};

const amountProblem = (amount: number): string | undefined => {
  if (!(amount > 0)) return "Больше 0.";
  if (amount > MAX_AMOUNT) return "Не больше 10 000 000 р.";
  return roundMoney(amount) === amount ? undefined : "Не больше двух знаков после запятой.";
};

const codeProblem = (code: string): string | undefined => {
  if (!/^[0-9A-ZА-ЯЁ_-]+$/.test(code)) return "Только буквы, цифры и дефис.";
  return code.length > MAX_PROMO_CODE ? `Не длиннее ${MAX_PROMO_CODE} знаков.` : undefined;
};

const usesProblem = (uses: number): string | undefined =>
  Number.isInteger(uses) && uses >= 1 && uses <= MAX_USES ? undefined : "Целое число от 1 до 1 000 000.";

/** Returns the Russian errors of the terms of a discount by field name. */
export const discountTermsProblems = (terms: DiscountTerms): Partial<Record<keyof DiscountTerms, string>> => {
  const { minAmount, promoCode, maxUses } = terms;
  const problems: readonly (readonly [keyof DiscountTerms, string | undefined] | undefined)[] = [
    timeProblem(terms),
    dateProblem(terms),
    ["minAmount", minAmount === null ? undefined : amountProblem(minAmount)],
    ["promoCode", promoCode === null ? undefined : codeProblem(promoCode)],
    ["maxUses", maxUses === null ? undefined : usesProblem(maxUses)],
  ];
  return Object.fromEntries(problems.filter((problem) => problem?.[1] !== undefined) as [string, string][]);
};

const EVERY_DAY = 7;

/**
 * Returns terms in their normal form, or null if no term is left. All seven weekdays, no weekdays and an empty promo
 * code become null. Other weekdays are sorted, and any other promo code is normalised.
 */
export const normalizeTerms = (terms: DiscountTerms): DiscountTerms | null => {
  const days = [...new Set(terms.weekdays)].sort((one, other) => one - other);
  const normal: DiscountTerms = {
    ...terms,
    weekdays: days.length === 0 || days.length === EVERY_DAY ? null : days,
    promoCode: normalizePromoCode(terms.promoCode ?? "") || null,
  };
  return Object.values(normal).every((value) => value === null || value === false) ? null : normal;
};
