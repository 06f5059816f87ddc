import fc from "fast-check";
import { DateTime } from "luxon";
import { describe, expect, test } from "vitest";
import { businessDay, shiftDay, startOfDay } from "#domain/dates.ts";
import {
  type DiscountTerms,
  type DiscountUse,
  discountTermsProblems,
  findDiscountRefusal,
  MAX_PROMO_CODE,
  normalizePromoCode,
  normalizeTerms,
  noTerms,
} from "#domain/discountTerms.ts";
import { describeTerms, formatWeekdays, refusalHint, refusalSentence } from "#domain/discountTermsText.ts";

const moscow = { timeZone: "Europe/Moscow", dayStart: "00:00" };

const use = (facts: Partial<DiscountUse> = {}): DiscountUse => ({
  at: Date.parse("2026-11-27T12:00:00+03:00"),
  zone: moscow,
  amount: 1000,
  promoCode: null,
  uses: 0,
  isUsedByCustomer: false,
  ...facts,
});

const terms = (facts: Partial<DiscountTerms>): DiscountTerms => ({ ...noTerms, ...facts });

const at = (local: string, timeZone = moscow.timeZone) => DateTime.fromISO(local, { zone: timeZone }).toMillis();

const refusalAt = (local: string, facts: Partial<DiscountTerms>, zone = moscow) =>
  findDiscountRefusal(terms(facts), use({ at: at(local, zone.timeZone), zone }));

const clock = fc
  .integer({ min: 0, max: 1439 })
  .map((minute) => `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`);
const instant = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2028, 0, 1) });
const zone = fc.record({
  timeZone: fc.constantFrom("Europe/Moscow", "Asia/Vladivostok", "Europe/Berlin", "America/St_Johns"),
  dayStart: fc.constantFrom("00:00", "05:30", "09:00"),
});

describe("terms of a discount", () => {
  test("a discount without terms is always given", () => {
    fc.assert(
      fc.property(instant, zone, fc.integer({ min: 0 }), (moment, ownZone, uses) => {
        const order = use({ at: moment, zone: ownZone, uses, amount: 0, isUsedByCustomer: true });
        expect(findDiscountRefusal(null, order)).toBeUndefined();
        expect(findDiscountRefusal(noTerms, order)).toBeUndefined();
      }),
    );
  });

  test("a discount is given from the start time up to, but not including, the end time", () => {
    const hours = { startTime: "12:00", endTime: "16:00" };
    expect(refusalAt("2026-11-27T11:59:59.999", hours)).toBe("wrongTime");
    expect(refusalAt("2026-11-27T12:00", hours)).toBeUndefined();
    expect(refusalAt("2026-11-27T15:59:59.999", hours)).toBeUndefined();
    expect(refusalAt("2026-11-27T16:00", hours)).toBe("wrongTime");
  });

  test("a time window that ends after midnight belongs to the day on which it starts", () => {
    const friday = { weekdays: [5], startTime: "22:00", endTime: "02:00" };
    expect(refusalAt("2026-11-27T21:59", friday)).toBe("wrongTime");
    expect(refusalAt("2026-11-27T22:00", friday)).toBeUndefined();
    expect(refusalAt("2026-11-28T00:00", friday)).toBeUndefined();
    expect(refusalAt("2026-11-28T01:59", friday)).toBeUndefined();
    expect(refusalAt("2026-11-28T02:00", friday)).toBe("wrongDay");
    expect(refusalAt("2026-11-27T01:00", friday)).toBe("wrongDay");
    expect(refusalAt("2026-11-28T22:00", friday)).toBe("wrongDay");
    const lastNight = { endDate: "2026-11-27", startTime: "22:00", endTime: "02:00" };
    expect(refusalAt("2026-11-28T01:59", lastNight)).toBeUndefined();
    expect(refusalAt("2026-11-28T22:00", lastNight)).toBe("ended");
  });

  test("the terms are compared with the business day and the local time in the time zone of the company", () => {
    const late = { timeZone: "Asia/Vladivostok", dayStart: "06:00" };
    expect(refusalAt("2026-11-28T05:59", { weekdays: [5] }, late)).toBeUndefined();
    expect(refusalAt("2026-11-28T06:00", { weekdays: [5] }, late)).toBe("wrongDay");
    expect(refusalAt("2026-11-28T05:59", { startDate: "2026-11-28" }, late)).toBe("notStarted");
    expect(refusalAt("2026-11-28T06:00", { startDate: "2026-11-28" }, late)).toBeUndefined();
    expect(refusalAt("2026-11-28T05:59", { endDate: "2026-11-27" }, late)).toBeUndefined();
    expect(refusalAt("2026-11-28T06:00", { endDate: "2026-11-27" }, late)).toBe("ended");
    const noon = at("2026-11-27T12:30", "Asia/Vladivostok");
    const lunch = terms({ startTime: "12:00", endTime: "13:00" });
    expect(findDiscountRefusal(lunch, use({ at: noon, zone: late }))).toBeUndefined();
    expect(findDiscountRefusal(lunch, use({ at: noon }))).toBe("wrongTime");
  });

  test("at any instant, weekdays and dates of the terms are compared with the business day that contains the instant", () => {
    fc.assert(
      fc.property(instant, zone, fc.integer({ min: -2, max: 2 }), (moment, ownZone, shift) => {
        const day = businessDay(new Date(moment), ownZone);
        const order = use({ at: moment, zone: ownZone });
        const other = shiftDay(day, { days: shift });
        expect(findDiscountRefusal(terms({ startDate: other }), order)).toBe(shift > 0 ? "notStarted" : undefined);
        expect(findDiscountRefusal(terms({ endDate: other }), order)).toBe(shift < 0 ? "ended" : undefined);
        const weekday = DateTime.fromISO(other).weekday;
        expect(findDiscountRefusal(terms({ weekdays: [weekday] }), order)).toBe(shift === 0 ? undefined : "wrongDay");
      }),
    );
  });

  test("the time windows from A to B and from B to A do not overlap and together cover the whole day", () => {
    fc.assert(
      fc.property(instant, zone, clock, clock, (moment, ownZone, one, other) => {
        fc.pre(one !== other);
        const order = use({ at: moment, zone: ownZone });
        const inside = findDiscountRefusal(terms({ startTime: one, endTime: other }), order) === undefined;
        const outside = findDiscountRefusal(terms({ startTime: other, endTime: one }), order) === undefined;
        expect(inside).toBe(!outside);
      }),
    );
  });

  test("at any instant within the time window, exactly one of the seven weekdays allows the discount", () => {
    fc.assert(
      fc.property(instant, zone, clock, clock, (moment, ownZone, startTime, endTime) => {
        fc.pre(startTime !== endTime);
        const given = [1, 2, 3, 4, 5, 6, 7].filter(
          (day) =>
            findDiscountRefusal(terms({ weekdays: [day], startTime, endTime }), use({ at: moment, zone: ownZone })) ===
            undefined,
        );
        const isOpen =
          findDiscountRefusal(terms({ startTime, endTime }), use({ at: moment, zone: ownZone })) === undefined;
        expect(given).toHaveLength(isOpen ? 1 : 0);
        if (!isOpen || startTime < endTime || ownZone.dayStart !== "00:00") return;
        const day = businessDay(new Date(moment), ownZone);
        const today = startOfDay(day, { ...ownZone, dayStart: startTime }).getTime();
        const begin = today <= moment ? day : shiftDay(day, { days: -1 });
        expect(given).toEqual([DateTime.fromISO(begin).weekday]);
      }),
    );
  });

  test("a sum equal to the minimum gets the discount, and a sum one kopeck below the minimum does not", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), (kopecks) => {
        const minAmount = kopecks / 100;
        const refusalOf = (amount: number) => findDiscountRefusal(terms({ minAmount }), use({ amount }));
        expect(refusalOf(minAmount)).toBeUndefined();
        expect(refusalOf((kopecks - 1) / 100)).toBe("belowMinimum");
      }),
    );
  });

  test("the number of uses of a discount can be limited in total, or to one use for each customer", () => {
    const refusalOf = (facts: Partial<DiscountTerms>, order: Partial<DiscountUse>) =>
      findDiscountRefusal(terms(facts), use(order));
    expect(refusalOf({ maxUses: 2 }, { uses: 1, isUsedByCustomer: true })).toBeUndefined();
    expect(refusalOf({ maxUses: 2 }, { uses: 2 })).toBe("usedUp");
    expect(refusalOf({ isOncePerCustomer: true }, { uses: 50 })).toBeUndefined();
    expect(refusalOf({ isOncePerCustomer: true }, { uses: 1, isUsedByCustomer: true })).toBe("usedByCustomer");
  });

  test("a promo code is compared regardless of letter case and spaces", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."aZя Ёж9- \u00a0\t"), minLength: 1 }),
        fc.array(fc.integer({ min: 0, max: 30 })),
        (typed, spaces) => {
          const promoCode = normalizePromoCode(typed);
          fc.pre(promoCode !== "");
          const spoken = spaces.reduce((text, place) => `${text.slice(0, place)} ${text.slice(place)}`, promoCode);
          const refusalOf = (code: string | null) =>
            findDiscountRefusal(terms({ promoCode }), use({ promoCode: code }));
          expect(refusalOf(spoken.toLowerCase())).toBeUndefined();
          expect(refusalOf(`${typed}0`)).toBe("codeWrong");
          expect(refusalOf(" ")).toBe("codeMissing");
          expect(refusalOf(null)).toBe("codeMissing");
        },
      ),
    );
  });
});

describe("errors in the terms of a discount", () => {
  test.each<[string, Partial<DiscountTerms>, readonly string[]]>([
    ["terms without limits are valid", {}, []],
    ["a start time without an end time is an error of endTime", { startTime: "12:00" }, ["endTime"]],
    ["an end time without a start time is an error of startTime", { endTime: "12:00" }, ["startTime"]],
    ["equal start and end times are an error of endTime", { startTime: "12:00", endTime: "12:00" }, ["endTime"]],
    ["the start time 24:00 is an error of startTime", { startTime: "24:00", endTime: "12:00" }, ["startTime"]],
    ["hours past midnight are valid", { startTime: "22:00", endTime: "02:00" }, []],
    ["a start date that does not exist is an error of startDate", { startDate: "2026-02-30" }, ["startDate"]],
    ["an end date that does not exist is an error of endDate", { endDate: "2026-13-01" }, ["endDate"]],
    [
      "an end date before the start date is an error of endDate",
      { startDate: "2026-11-28", endDate: "2026-11-27" },
      ["endDate"],
    ],
    ["a period of a single day is valid", { startDate: "2026-11-27", endDate: "2026-11-27" }, []],
    ["a minimum amount of 0 is an error of minAmount", { minAmount: 0 }, ["minAmount"]],
    ["a minimum amount with half a kopeck is an error of minAmount", { minAmount: 0.005 }, ["minAmount"]],
    ["a minimum amount that is not a number is an error of minAmount", { minAmount: Number.NaN }, ["minAmount"]],
    ["a minimum amount above 10,000,000 is an error of minAmount", { minAmount: 10_000_000.01 }, ["minAmount"]],
    ["a minimum amount of one kopeck is valid", { minAmount: 0.01 }, []],
    ["a promo code of letters, digits, hyphen and underscore is valid", { promoCode: "ЛЕТО-2026_A" }, []],
    ["a promo code with a percent sign is an error of promoCode", { promoCode: "100%" }, ["promoCode"]],
    ["a promo code of the maximum length is valid", { promoCode: "Ы".repeat(MAX_PROMO_CODE) }, []],
    [
      "a promo code longer than the maximum is an error of promoCode",
      { promoCode: "Ы".repeat(MAX_PROMO_CODE + 1) },
      ["promoCode"],
    ],
    ["a limit of 0 uses is an error of maxUses", { maxUses: 0 }, ["maxUses"]],
    ["a limit of 1.5 uses is an error of maxUses", { maxUses: 1.5 }, ["maxUses"]],
    ["a limit of more than 1,000,000 uses is an error of maxUses", { maxUses: 1_000_001 }, ["maxUses"]],
    [
      "each wrong field of the same terms has an error",
      { maxUses: 1, minAmount: -1, startTime: "9:00" },
      ["startTime", "minAmount"],
    ],
  ])("%s", (_, facts, fields) => {
    expect(Object.keys(discountTermsProblems(terms(facts)))).toEqual(fields);
  });

  test("normalizeTerms — sorts the weekdays, normalises the promo code, and returns null if no term is left", () => {
    expect(normalizeTerms(terms({ weekdays: [7, 1, 2, 3, 4, 5, 6], promoCode: "  " }))).toBeNull();
    expect(normalizeTerms(terms({ weekdays: [] }))).toBeNull();
    expect(normalizeTerms(terms({ weekdays: [5, 1], promoCode: " лето 26 " }))).toEqual(
      terms({ weekdays: [1, 5], promoCode: "ЛЕТО26" }),
    );
    expect(normalizeTerms(terms({ isOncePerCustomer: true }))).toEqual(terms({ isOncePerCustomer: true }));
  });
});

describe("texts of the terms of a discount", () => {
  test("weekdays — are shown as a range if three or more days follow each other", () => {
    expect(formatWeekdays([1, 2, 3, 4, 5])).toBe("пн–пт");
    expect(formatWeekdays([1, 2, 6, 7])).toBe("пн, вт, сб, вс");
    expect(formatWeekdays([1, 3, 5, 6, 7])).toBe("пн, ср, пт–вс");
  });

  test("terms — are described in the sequence of the form's fields", () => {
    expect(describeTerms(null)).toBe("всегда");
    const all = terms({
      weekdays: [1, 2, 3],
      startTime: "12:00",
      endTime: "16:00",
      startDate: "2026-12-01",
      endDate: "2026-12-31",
      minAmount: 1500,
      promoCode: "ОБЕД",
      maxUses: 1,
      isOncePerCustomer: true,
    });
    expect(describeTerms(all)).toBe(
      "пн–ср, с 12:00 до 16:00, с 01.12.2026 по 31.12.2026, от 1\u00a0500\u00a0р., по промокоду ОБЕД, не больше 1 заказа, один раз на клиента",
    );
  });

  test("a limit of uses — is shown with the number of orders that already have the discount", () => {
    const limited = terms({ maxUses: 21, isOncePerCustomer: true });
    expect(describeTerms(limited, 3)).toBe("не больше 21 заказа (уже 3), один раз на клиента");
    expect(describeTerms(limited, 0)).toBe("не больше 21 заказа, один раз на клиента");
  });

  test("the text of a refusal names the term that is not met", () => {
    const lunch = terms({ startTime: "12:00", endTime: "16:00", minAmount: 1500.5, maxUses: 2 });
    expect(refusalHint("wrongTime", lunch)).toBe("с 12:00 до 16:00");
    expect(refusalHint("belowMinimum", lunch)).toBe("от 1\u00a0500,50\u00a0р.");
    expect(refusalSentence("belowMinimum", "Обед", lunch)).toBe(
      "Скидка «Обед» даётся на заказ от 1\u00a0500,50\u00a0р.",
    );
    expect(refusalSentence("usedUp", "Обед", lunch)).toBe("Скидка «Обед» закончилась: она рассчитана на 2 заказа.");
    expect(refusalSentence("wrongDay", "Обед", terms({ weekdays: [6, 7] }))).toBe(
      "Скидка «Обед» действует только по дням: сб, вс.",
    );
  });
});
