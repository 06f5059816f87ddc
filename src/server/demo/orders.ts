import { businessDay, type Day, dayRange, shiftDay, type Zone } from "#domain/dates.ts";
import { roundMoney } from "#domain/money.ts";
import { ANY, type Discount, priceOrder } from "#domain/pricing.ts";
import type { DemoCatalogue, DemoDish } from "./catalogue.ts";
import { type DemoCompany, demoIdOf, demoStatusIds } from "./configuration.ts";
import type { DemoCustomer } from "./people.ts";
import type { Chance } from "./random.ts";

const DAYS = 90;
const MINUTE = 60_000;
const zone: Zone = { timeZone: "Europe/Moscow", dayStart: "00:00" };

/** Relative number of orders in each hour from 9 to 22, with peaks at lunch and dinner. */
const HOURS = [2, 3, 4, 9, 10, 7, 4, 3, 5, 9, 11, 8, 4, 1];
const hourList = HOURS.flatMap((share, index) => Array.from({ length: share }, () => index + 9));
/** Factors of the order volume by weekday, from Sunday to Saturday. The end of the week is busier. */
const WEEK = [1.15, 0.8, 0.85, 0.9, 1, 1.25, 1.3];

const NOTES = [
  "Без лука",
  "Позвонить за 10 минут",
  "Домофон не работает",
  "Оставить у двери",
  "Побольше салфеток",
  "Разрезать на 8 частей",
  "Сдача с 5000",
  "Не звонить в дверь — спит ребёнок",
  "Вход со двора",
] as const;
const COOK_NOTES = ["без лука", "поострее", "хорошо прожарить", "без соли", "соус отдельно"] as const;

interface DemoLine {
  readonly itemId: number;
  readonly categoryId: number;
  readonly dish: DemoDish;
  readonly price: number;
  readonly count: number;
  readonly note: string | null;
  readonly modificators: readonly { dish: DemoDish; price: number; count: number }[];
}

/** Discount of a demo order, with its position in the discount list of the company. */
interface DemoDiscount extends Discount {
  readonly position: number;
  readonly name: string;
}

export interface DemoOrder {
  readonly company: DemoCompany;
  readonly created: Date;
  readonly due: Date;
  readonly customer: DemoCustomer;
  readonly lines: readonly DemoLine[];
  readonly status: number;
  readonly operatorId: number;
  readonly isPickup: boolean;
  readonly isInHall: boolean;
  readonly discount: DemoDiscount | null;
  readonly note: string | null;
  readonly tags: readonly number[];
  readonly price: ReturnType<typeof priceOrder>;
  readonly cost: number;
}

/** Input of the order generator. */
export interface DemoWorld {
  readonly chance: Chance;
  readonly catalogue: DemoCatalogue;
  readonly customers: readonly DemoCustomer[];
  readonly now: Date;
}

const menuOf = (company: DemoCompany, { dishes }: DemoCatalogue): DemoDish[] =>
  dishes.filter(
    ({ owner, categoryName, name }) =>
      (owner === company.id || (owner === "group" && company.groupId === 1)) &&
      categoryName !== "Добавки" &&
      name !== "Бонито",
  );

const lineOf = (chance: Chance, dish: DemoDish): DemoLine => {
  const count = chance.happens(0.75) ? 1 : chance.whole(2, 4);
  const isAdded = dish.added.length > 0 && chance.happens(0.3);
  const extra = isAdded ? chance.pick(dish.added) : undefined;
  const modificators = extra ? [{ dish: extra, price: dish.categoryName === "Салаты" ? 30 : extra.price, count }] : [];
  const note = chance.happens(0.05) ? chance.pick(COOK_NOTES) : null;
  return { itemId: dish.id, categoryId: dish.categoryId, dish, price: dish.price, count, note, modificators };
};

const linesOf = (chance: Chance, menu: readonly DemoDish[]): DemoLine[] => {
  const lines = new Map<number, DemoLine>();
  const lineCount = chance.whole(1, 5);
  for (let at = 0; at < lineCount; at++) {
    const dish = chance.pick(menu);
    if (!lines.has(dish.id)) lines.set(dish.id, lineOf(chance, dish));
  }
  return [...lines.values()];
};

const costOf = (lines: readonly DemoLine[]): number =>
  roundMoney(
    lines.reduce(
      (sum, { dish, count, modificators }) =>
        sum + dish.cost * count + modificators.reduce((part, one) => part + one.dish.cost * one.count, 0),
      0,
    ),
  );

const REGULAR: DemoDiscount = { position: 1, name: "Постоянный клиент −10 %", type: "%", value: 10, detail: null };
const PROMO: DemoDiscount = { position: 2, name: "Промокод −200 р.", type: "fixed", value: 200, detail: null };
const STAFF: DemoDiscount = { position: 6, name: "Сотрудникам −50 %", type: "%", value: 50, detail: null };

const weekDiscount = ({ catalogue }: DemoWorld, company: DemoCompany): DemoDiscount => {
  const categoryId = catalogue.categoryId(company.id === 3 ? "Гриль" : "Пицца");
  return {
    position: 3,
    name: "Неделя −15 %",
    type: "%",
    value: 0,
    detail: [{ categoryId, itemId: ANY, type: "%", value: 15 }],
  };
};

/**
 * Chooses a discount. An open order gets the discount for regular customers. For any other order, the minute of its
 * creation decides, because a random choice would change all later random data.
 */
const discountOf = (world: DemoWorld, company: DemoCompany, created: Date, isOpen: boolean): DemoDiscount => {
  const turn = isOpen ? 0 : created.getUTCMinutes() % 10;
  if (turn < 6) return REGULAR;
  if (turn < 8) return PROMO;
  return turn === 8 ? weekDiscount(world, company) : STAFF;
};

/**
 * Returns true if an order without delivery becomes a dine-in order. The minute of the order's creation decides,
 * because a random choice would change all later random data. An order that is being delivered never becomes one.
 */
const isEatenInHall = (created: Date, status: number): boolean =>
  created.getUTCMinutes() % 2 === 0 && status !== demoStatusIds.delivery;

const makeOrder = (
  world: DemoWorld,
  company: DemoCompany,
  moment: { created: Date; due: Date },
  status: number,
): DemoOrder => {
  const { chance } = world;
  const lines = linesOf(chance, menuOf(company, world.catalogue));
  const isDiscounted = chance.happens(0.15);
  const isOpen = status !== demoStatusIds.delivered && status !== demoStatusIds.canceled;
  const discount = isDiscounted ? discountOf(world, company, moment.created, isOpen) : null;
  const isPickup = chance.happens(0.2);
  const isInHall = isPickup && isEatenInHall(moment.created, status);
  const customers = world.customers.filter(({ companyId }) => companyId === company.id);
  const isUrgent = chance.happens(0.1);
  const tags = [...(isUrgent ? [1] : []), ...(isPickup && !isInHall ? [2] : []), ...(isDiscounted ? [3] : [])];
  const customer = chance.pick(customers);
  const operatorId = chance.pick(company.operators);
  const note = chance.happens(0.25) ? chance.pick(NOTES) : null;
  return {
    company,
    ...moment,
    lines,
    status,
    isPickup,
    isInHall,
    discount,
    customer,
    operatorId,
    note: isInHall ? null : note,
    tags: tags.map((position) => demoIdOf(company.id, position)),
    price: priceOrder({ lines, discount }),
    cost: costOf(lines),
  };
};

const createMoments = ({ chance, now }: DemoWorld, company: DemoCompany, day: Day): Date[] => {
  const { start } = dayRange(day, zone);
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  const count = Math.round(company.ordersPerDay * (WEEK[weekday] ?? 1) * (0.85 + 0.3 * chance.next()));
  const latest = now.getTime() - 100 * MINUTE;
  return Array.from(
    { length: count },
    () =>
      new Date(
        start.getTime() + (chance.pick(hourList) * 60 + chance.whole(0, 59)) * MINUTE + chance.whole(0, 59) * 1000,
      ),
  )
    .filter((moment) => moment.getTime() < latest)
    .sort((a, b) => a.getTime() - b.getTime());
};

const pastOrders = (world: DemoWorld, company: DemoCompany): DemoOrder[] => {
  const today = businessDay(world.now, zone);
  const days = Array.from({ length: DAYS + 1 }, (_, back) => shiftDay(today, { days: back - DAYS }));
  return days.flatMap((day) =>
    createMoments(world, company, day).map((created) => {
      const due = new Date(created.getTime() + world.chance.whole(35, 75) * MINUTE);
      return makeOrder(
        world,
        company,
        { created, due },
        world.chance.happens(0.06) ? demoStatusIds.canceled : demoStatusIds.delivered,
      );
    }),
  );
};

const OPEN = [
  demoStatusIds.new,
  demoStatusIds.new,
  demoStatusIds.confirmed,
  demoStatusIds.confirmed,
  demoStatusIds.cooking,
  demoStatusIds.cooking,
  demoStatusIds.cooking,
  demoStatusIds.ready,
  demoStatusIds.delivery,
  demoStatusIds.delivery,
];

/**
 * Creates open orders that were taken within the last 96 minutes. Older orders have a later status, and some orders are
 * late.
 */
const openOrders = (world: DemoWorld, company: DemoCompany): DemoOrder[] =>
  Array.from({ length: company.openNow }, (_, index) => {
    const age = Math.round(95 - (index * 92) / company.openNow);
    const created = new Date(world.now.getTime() - age * MINUTE - world.chance.whole(0, 59) * 1000);
    const due = new Date(created.getTime() + world.chance.whole(45, 80) * MINUTE);
    const status =
      OPEN[Math.floor(((company.openNow - 1 - index) * OPEN.length) / company.openNow)] ?? demoStatusIds.new;
    return makeOrder(world, company, { created, due }, status);
  });

/** Creates all orders of a company, sorted by creation time. */
export const createOrders = (world: DemoWorld, company: DemoCompany): DemoOrder[] =>
  [...pastOrders(world, company), ...openOrders(world, company)].sort(
    (a, b) => a.created.getTime() - b.created.getTime(),
  );

/** Returns the business day on which a demo order is due. */
export const orderDayOf = (order: DemoOrder): Day => businessDay(order.due, zone);
