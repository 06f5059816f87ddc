import type { Schemas } from "#api/client.ts";
import type { OutboxEntry } from "#machines/core/outbox.ts";
import { boardMachineOf } from "./board.machine.ts";

export type KitchenItem = Schemas["KitchenItem"];

/**
 * Query for the dishes at a kitchen station of a company. If the station is undefined, the dishes of all stations are
 * read.
 */
export interface KitchenQuery {
  readonly companyId: number;
  readonly stationId: number | undefined;
}

/** Action of the cook on a dish. */
export interface KitchenTap {
  readonly itemId: number;
  readonly verb: "Start" | "Ready" | "Return" | "Seen";
  /** Server time of the tap, ISO 8601. */
  readonly at: string;
  /** Hash of the dish as the cook saw the dish. The server compares this hash with the hash of the current dish. */
  readonly digest: string;
  /** State to which the verb `Return` moves the dish. The default is `new`. */
  readonly to?: "new" | "cooking";
}

/** Tap that can be undone. The undo moves the dish back to the state `to`. */
export interface UndoableTap {
  readonly itemId: number;
  readonly name: string;
  readonly to: "new" | "cooking";
}

/** Machine of the kitchen display. */
export const kitchenMachine = boardMachineOf<KitchenQuery, readonly KitchenItem[], KitchenTap, UndoableTap>();

type Entry = OutboxEntry<KitchenTap>;

/**
 * Returns the dish as the server will return it after a tap. Returns undefined if the tap removes the dish from the
 * screen.
 */
const applyTap = (item: KitchenItem, { verb, at, to = "new" }: KitchenTap): KitchenItem | undefined => {
  switch (verb) {
    case "Start":
      return item.state === "new" ? { ...item, state: "cooking", startedAt: at, known: item.known ?? item.dish } : item;
    case "Ready":
      return item.state === "ready" ? item : { ...item, state: "ready", readyAt: at, known: item.known ?? item.dish };
    case "Return":
      return { ...item, state: to, readyAt: null };
    case "Seen":
      return item.isCancelled ? undefined : { ...item, isChanged: false, known: item.dish };
  }
};

/** Returns the dishes with the unconfirmed taps applied, without the dishes that a tap removes. */
export const applyTaps = (items: readonly KitchenItem[], entries: readonly Entry[]): readonly KitchenItem[] =>
  items.flatMap((item) => {
    const taps = entries.filter(({ request }) => request.itemId === item.id);
    const after = taps.reduce<KitchenItem | undefined>(
      (current, { request }) => current && applyTap(current, request),
      item,
    );
    return after ?? [];
  });

const isToConfirm = ({ isChanged, isCancelled }: KitchenItem): boolean => isChanged || isCancelled;

/**
 * Returns true if the cook must be alerted. `after` then contains a new dish, or an unconfirmed change or cancellation
 * of a dish, that `before` does not contain.
 */
export const hasNews = (before: readonly KitchenItem[], after: readonly KitchenItem[]): boolean => {
  const known = new Map(before.map((item) => [item.id, item]));
  return after.some((item) => {
    const earlier = known.get(item.id);
    if (!earlier) return item.state === "new";
    return isToConfirm(item) && (!isToConfirm(earlier) || earlier.digest !== item.digest);
  });
};

/** Dishes of one order that are in the same column of the kitchen display. */
export interface OrderTicket {
  readonly orderId: number;
  readonly internalId: number;
  readonly due: string;
  /** Time at which the cooking of the ticket's first dish should start, ISO 8601. */
  readonly startAt: string;
  readonly orderNote: string | null;
  readonly isDelivery: boolean;
  readonly isInHall: boolean;
  readonly persons: number | null;
  readonly items: readonly KitchenItem[];
}

/**
 * Groups dishes into one ticket for each order. The tickets keep the sequence in which their orders first appear in
 * `items`.
 */
export const toTickets = (items: readonly KitchenItem[]): readonly OrderTicket[] => {
  const tickets = new Map<number, OrderTicket>();
  for (const item of items) {
    const { orderId, internalId, due, startAt, orderNote, isDelivery, isInHall, persons } = item;
    const ticket = tickets.get(orderId) ?? {
      orderId,
      internalId,
      due,
      startAt,
      orderNote,
      isDelivery,
      isInHall,
      persons,
      items: [],
    };
    tickets.set(orderId, { ...ticket, items: [...ticket.items, item] });
  }
  return [...tickets.values()];
};

/** Time before the start of cooking from which a new dish is shown, ms. */
const SHOWN_BEFORE_MS = 10 * 60_000;

/**
 * Returns true for a new dish that starts more than 10 minutes after `now` (ms since 1970) and has no change to
 * confirm. The display shows only the number of these dishes until the user opens them.
 */
export const isLater = (item: KitchenItem, now: number): boolean =>
  item.state === "new" && !isToConfirm(item) && Date.parse(item.startAt) - now > SHOWN_BEFORE_MS;

/** Dish, and the number of portions that still have to be cooked. */
export interface DishTotal {
  readonly name: string;
  readonly count: number;
}

/** Sums the portions of dishes that are neither ready nor cancelled, by dish name. The largest number comes first. */
export const totalsToCook = (items: readonly KitchenItem[]): readonly DishTotal[] => {
  const counts = new Map<string, number>();
  for (const { dish, state } of items)
    if (dish && state !== "ready") counts.set(dish.name, (counts.get(dish.name) ?? 0) + dish.count);
  return [...counts].map(([name, count]) => ({ name, count })).sort((one, other) => other.count - one.count);
};

/** Returns the minutes from `now` until `moment`, rounded down. The result is negative if `moment` has passed. */
export const minutesUntil = (moment: string, now: number): number => Math.floor((Date.parse(moment) - now) / 60_000);
