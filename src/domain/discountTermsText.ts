import type { DiscountRefusal, DiscountTerms } from "./discountTerms.ts";
import { formatDay, plural } from "./format.ts";
import { formatAmount } from "./money.ts";

const dayNames = ["пн", "вт", "ср", "чт", "пт", "сб", "вс"];

/** Formats weekdays from 1 (Monday) to 7 (Sunday), for example "пн–пт" or "пн, ср, вс". */
export const formatWeekdays = (weekdays: readonly number[]): string => {
  const runs: number[][] = [];
  for (const day of weekdays) {
    const last = runs.at(-1);
    if (last?.at(-1) === day - 1) last.push(day);
    else runs.push([day]);
  }
  const nameOf = (day = 0) => dayNames[day - 1] ?? "";
  return runs
    .map((run) => (run.length > 2 ? `${nameOf(run[0])}–${nameOf(run.at(-1))}` : run.map(nameOf).join(", ")))
    .join(", ");
};

const from = ({ minAmount }: DiscountTerms): string => `от ${formatAmount(minAmount ?? 0).replace(/,00$/, "")}\u00a0р.`;

const hours = ({ startTime, endTime }: DiscountTerms): string => `с ${startTime} до ${endTime}`;

/** Returns a few words with the reason why a discount is not given. They follow the name of the discount. */
export const refusalHint = (refusal: DiscountRefusal, terms: DiscountTerms): string => {
  switch (refusal) {
    case "notStarted":
      return `с ${formatDay(terms.startDate ?? "")}`;
    case "ended":
      return `по ${formatDay(terms.endDate ?? "")}`;
    case "wrongDay":
      return formatWeekdays(terms.weekdays ?? []);
    case "wrongTime":
      return hours(terms);
    case "belowMinimum":
      return from(terms);
    case "usedUp":
      return "закончилась";
    case "usedByCustomer":
      return "клиент её уже получил";
    default:
      return "по промокоду";
  }
};

/** Returns a sentence with the reason why a discount is not given. */
export const refusalSentence = (refusal: DiscountRefusal, name: string, terms: DiscountTerms): string => {
  const hint = refusalHint(refusal, terms);
  switch (refusal) {
    case "codeMissing":
      return `Скидка «${name}» даётся только по промокоду.`;
    case "codeWrong":
      return `Этот промокод не подходит к скидке «${name}».`;
    case "notStarted":
      return `Скидка «${name}» начнёт действовать ${hint}.`;
    case "ended":
      return `Скидка «${name}» действовала ${hint}.`;
    case "wrongDay":
      return `Скидка «${name}» действует только по дням: ${hint}.`;
    case "wrongTime":
      return `Скидка «${name}» действует только ${hint}.`;
    case "belowMinimum":
      return `Скидка «${name}» даётся на заказ ${hint}`;
    case "usedUp":
      return `Скидка «${name}» закончилась: она рассчитана на ${terms.maxUses} ${plural(terms.maxUses ?? 0, ["заказ", "заказа", "заказов"])}.`;
    case "usedByCustomer":
      return `Клиент уже получил скидку «${name}»: она даётся один раз.`;
  }
};

const datesText = ({ startDate, endDate }: DiscountTerms): string =>
  [startDate && `с ${formatDay(startDate)}`, endDate && `по ${formatDay(endDate)}`].filter(Boolean).join(" ");

const limitText = (maxUses: number, uses: number | null): string =>
  `не больше ${maxUses} ${plural(maxUses, ["заказа", "заказов", "заказов"])}${uses ? ` (уже ${uses})` : ""}`;

/**
 * Describes the terms of a discount, for example "пн–пт, с 12:00 до 16:00, от 500 р.". `null` means "всегда".
 * `uses` is the number of orders with the discount, if known.
 */
export const describeTerms = (terms: DiscountTerms | null, uses: number | null = null): string =>
  terms === null
    ? "всегда"
    : [
        terms.weekdays && formatWeekdays(terms.weekdays),
        terms.startTime !== null && hours(terms),
        datesText(terms),
        terms.minAmount !== null && from(terms),
        terms.promoCode !== null && `по промокоду ${terms.promoCode}`,
        terms.maxUses !== null && limitText(terms.maxUses, uses),
        terms.isOncePerCustomer && "один раз на клиента",
      ]
        .filter(Boolean)
        .join(", ");
