import type { Schemas } from "#api/client.ts";
import { roundMoney } from "#domain/money.ts";
import { isValidPhone, normalizePhone } from "#domain/phone.ts";
import type { OrderPrice } from "#domain/pricing.ts";
import { type FieldErrors, Invalid } from "../shared/domainErrors.ts";
import type { OrderContext } from "./orderContext.ts";
import type { DraftLine } from "./orderLines.ts";

const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);

/** Columns of an order that the operator fills in. */
export interface OrderFields {
  readonly date: string;
  /** Promised time of an order that is due now. Null if `date` is the promised time. */
  readonly promised_at: string | null;
  readonly phone: string;
  readonly note: string | null;
  readonly delivery_address: string | null;
  readonly delivery_address_building: string | null;
  readonly delivery_address_apartment_number: string | null;
  readonly delivery_address_level: string | null;
  readonly delivery_address_entrance: string | null;
  readonly delivery_phone: string | null;
  readonly delivery_change: number | null;
  readonly is_in_hall: boolean;
  readonly persons: number | null;
  readonly tags: readonly number[];
  readonly discount_id: number | null;
  readonly operator_phone_call_id: number | null;
}

const text = (value: string | null | undefined): string | null => value?.trim() || null;

const MINUTE_MS = 60_000;

/**
 * Returns true if the due time is less than 1 minute before or at most 5 minutes after the save. Needed because clients
 * without `isAsap` send the time of their own clock, which may be wrong.
 */
const isDueNow = (due: Date, now: Date): boolean => {
  const minutesAhead = (due.getTime() - now.getTime()) / MINUTE_MS;
  return minutesAhead > -1 && minutesAhead <= 5;
};

/**
 * Returns true if a request contains a delivery address or a delivery zone. Ignores the zone if `isZoneByAddress` is
 * set.
 */
export const hasDelivery = (save: Schemas["OrderSave"]): boolean =>
  [
    save.deliveryAddress,
    save.deliveryAddressBuilding,
    save.deliveryAddressApartmentNumber,
    save.deliveryAddressLevel,
    save.deliveryAddressEntrance,
  ].some(text) ||
  (typeof save.deliveryZoneId === "number" && !save.isZoneByAddress);

const fieldErrorsOf = (save: Schemas["OrderSave"], due: Date): FieldErrors => {
  const errors: FieldErrors = {};
  if (!isValidPhone(save.phone)) errors["phone"] = "Неверный номер телефона.";
  if (text(save.deliveryPhone) && !isValidPhone(save.deliveryPhone ?? ""))
    errors["deliveryPhone"] = "Неверный номер телефона.";
  if (!(due.getTime() >= EARLIEST && due.getTime() < LATEST)) errors["date"] = "Неверная дата.";
  const change = save.deliveryChange ?? 0;
  if (roundMoney(change) !== change) errors["deliveryChange"] = "Не больше двух знаков после запятой.";
  if (save.isInHall && hasDelivery(save)) errors["isInHall"] = "У заказа в зале не бывает адреса и зоны доставки.";
  return errors;
};

/**
 * Validates the fields of a request and returns them as column values, or throws `Invalid`. The due time is `now` if
 * the request omits it or sets `isAsap`.
 */
export const parseOrderFields = (save: Schemas["OrderSave"], now: Date, leadMinutes: number): OrderFields => {
  const due = save.date && !save.isAsap ? new Date(save.date) : now;
  const errors = fieldErrorsOf(save, due);
  const message = Object.values(errors)[0];
  if (message) throw new Invalid(message, errors);
  const deliveryPhone = text(save.deliveryPhone);
  return {
    date: due.toISOString(),
    promised_at: isDueNow(due, now) ? new Date(due.getTime() + leadMinutes * MINUTE_MS).toISOString() : null,
    phone: normalizePhone(save.phone),
    note: text(save.note),
    delivery_address: text(save.deliveryAddress),
    delivery_address_building: text(save.deliveryAddressBuilding),
    delivery_address_apartment_number: text(save.deliveryAddressApartmentNumber),
    delivery_address_level: text(save.deliveryAddressLevel),
    delivery_address_entrance: text(save.deliveryAddressEntrance),
    delivery_phone: deliveryPhone && normalizePhone(deliveryPhone),
    delivery_change: save.deliveryChange ?? null,
    is_in_hall: save.isInHall ?? false,
    persons: save.persons ?? null,
    tags: [...new Set(save.tags ?? [])],
    discount_id: save.discountId ?? null,
    operator_phone_call_id: save.operatorPhoneCallId ?? null,
  };
};

/**
 * Throws `Invalid` for a tag or a call that the company does not have. Accepts a removed tag only if the order had it
 * `before`.
 */
export const checkReferences = (fields: OrderFields, context: OrderContext, before: readonly number[]): void => {
  const errors: FieldErrors = {};
  const removed = context.tags.find(({ id, isRemoved }) => isRemoved && !before.includes(id));
  if (removed) errors["tags"] = `Тега «${removed.name}» больше нет.`;
  if (context.tags.length !== fields.tags.length) errors["tags"] = "Такого тега нет.";
  if (fields.operator_phone_call_id !== null && !context.hasCall) errors["operatorPhoneCallId"] = "Такого звонка нет.";
  const message = Object.values(errors)[0];
  if (message) throw new Invalid(message, errors);
};

/** Returns the total cost of the lines, roubles. */
export const sumCosts = (lines: readonly DraftLine[]): number =>
  roundMoney(
    lines.reduce(
      (sum, line) =>
        sum +
        line.cost * line.count +
        line.modificators.reduce((part, one) => part + one.cost * one.portion * one.count, 0),
      0,
    ),
  );

/** Converts priced lines into rows of the table `order_line`. */
export const createLineRows = (lines: readonly DraftLine[], price: OrderPrice) =>
  lines.map((line, index) => {
    const priced = price.lines[index];
    const amounts = priced?.modificators ?? [];
    return {
      id: line.id,
      position: index + 1,
      item_id: line.itemId,
      category_id: line.categoryId,
      category_name: line.categoryName,
      name: line.name,
      price: line.price,
      count: line.count,
      amount: priced?.amount ?? 0,
      discount_value: priced?.discountValue ?? 0,
      discount_description: priced?.discountDescription ?? "",
      cost: line.cost,
      note: text(line.note),
      modificators: line.modificators.map((one, at) => ({ ...one, amount: amounts[at]?.amount ?? 0 })),
    };
  });
