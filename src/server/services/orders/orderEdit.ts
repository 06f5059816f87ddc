import type { Schemas } from "#api/client.ts";
import { businessDay, type Day } from "#domain/dates.ts";
import { formatDay } from "#domain/format.ts";
import { formatMoney, roundMoney } from "#domain/money.ts";
import { fullAmount, type OrderPrice } from "#domain/pricing.ts";
import type { Db } from "../../database/connection.ts";
import { checkCustomerNotBlocked } from "../customers/customerBlock.ts";
import { ensureCustomer } from "../customers/customers.ts";
import { takePortions } from "../kitchen/itemStops.ts";
import { updateKitchenItems } from "../kitchen/kitchenSending.ts";
import { notifyWatchers } from "../notifications/notifications.ts";
import { type Caller, type CompanyScope, requirePermission } from "../session/caller.ts";
import { Conflict } from "../shared/domainErrors.ts";
import { type OrderContext, readOrderContext } from "./orderContext.ts";
import { namedIds } from "./orderCreate.ts";
import { checkMinimum, chooseZone, describeDelivery, type OrderZone, toPointColumns } from "./orderDelivery.ts";
import { describeChanges, type StoredFields } from "./orderDiff.ts";
import { checkDiscountTerms, checkKeptMinimum } from "./orderDiscountTerms.ts";
import {
  checkReferences,
  createLineRows,
  hasDelivery,
  type OrderFields,
  parseOrderFields,
  sumCosts,
} from "./orderFields.ts";
import { type HistoryEntry, recordHistory } from "./orderHistory.ts";
import type { OrderKey } from "./orderKey.ts";
import { createDraftLines, type DraftLine, type StoredLine } from "./orderLines.ts";
import { type LockedOrder, lockOrder, readPaid } from "./orderLock.ts";
import { takeNumber } from "./orderNumber.ts";
import {
  checkDiscountLimit,
  checkMayDiscount,
  chooseDiscount,
  keepPrice,
  priceLines,
  type StoredPrice,
} from "./orderPricing.ts";
import { readLines, replaceLines } from "./orderRows.ts";
import { renewStock } from "./orderStock.ts";

const checkMayEdit = (order: LockedOrder, company: CompanyScope, caller: Caller): void => {
  if (order.status.isClosed) throw new Conflict("Заказ закрыт, изменить его нельзя.");
  if (!order.status.isEditable) throw new Conflict(`В статусе «${order.status.name}» заказ изменить нельзя.`);
  if (order.operatorId !== caller.userId)
    requirePermission(company, "order.editForeign", "У вас нет права изменять заказы других сотрудников.");
};

/** Reads the stored fields of a locked order, with the names of its tags. */
const readStored = async (tx: Db, order: OrderKey): Promise<StoredFields> => {
  const stored = await tx
    .selectFrom("orders")
    .select(["date", "creation_date", "promised_at", "phone", "note", "tags", "persons", "operator_phone_call_id"])
    .select(["delivery_address", "delivery_address_building", "delivery_address_apartment_number"])
    .select(["delivery_address_level", "delivery_address_entrance", "delivery_phone", "delivery_change"])
    .select(["discount_id", "discount_name", "discount_amount", "delivery_zone_id", "delivery_price", "is_in_hall"])
    .where("id", "=", order.id)
    .where("company_id", "=", order.companyId)
    .executeTakeFirstOrThrow();
  const tags = await tx
    .selectFrom("tag")
    .select(["id", "name"])
    .where((eb) => eb("id", "=", eb.fn.any(eb.val(stored.tags))))
    .execute();
  return { ...stored, known_tags: tags };
};

const checkPaid = (taken: number, amount: number): void => {
  if (amount < taken)
    throw new Conflict(
      `По заказу уже принято ${formatMoney(taken)}, а новая сумма — ${formatMoney(amount)} Сначала верните ${formatMoney(roundMoney(taken - amount))}`,
    );
};

/**
 * Adds the stored due time, the stored call and the stored `isInHall` to a request that omits them, so that they stay
 * unchanged. A dine-in order becomes a delivery if the request contains an address or a zone.
 */
const withStoredDefaults = (save: Schemas["OrderSave"], stored: StoredFields): Schemas["OrderSave"] => ({
  ...save,
  date: save.date === undefined ? stored.date.toISOString() : save.date,
  operatorPhoneCallId:
    save.operatorPhoneCallId === undefined ? stored.operator_phone_call_id : save.operatorPhoneCallId,
  isInHall: save.isInHall ?? (stored.is_in_hall && !hasDelivery(save)),
});

const storedPriceOf = (stored: StoredFields, amount: number): StoredPrice => ({
  amount,
  discountAmount: stored.discount_amount,
  deliveryPrice: stored.delivery_price,
});

/**
 * Calculates the prices of an edited order; unchanged lines keep their prices. If the lines, the discount and the zone
 * are all unchanged, the order keeps its total.
 */
const priceEdit = (
  lines: readonly (DraftLine | StoredLine)[],
  { discount, zone }: { discount: OrderContext["discount"]; zone: OrderZone | null },
  stored: StoredFields,
  before: StoredPrice & { readonly lineCount: number },
) => {
  const isSameDiscount = (discount?.id ?? null) === stored.discount_id;
  const delivery = { terms: zone, isStored: (zone?.id ?? null) === stored.delivery_zone_id };
  const keptPrice = isSameDiscount ? keepPrice(lines, delivery, before) : undefined;
  return {
    isKept: keptPrice !== undefined && delivery.isStored,
    price: keptPrice ?? priceLines(lines, discount, zone),
    discountName: keptPrice ? stored.discount_name : (discount?.name ?? null),
  };
};

const checkDiscount = (
  company: CompanyScope,
  discount: OrderContext["discount"],
  stored: StoredFields,
  price: OrderPrice,
  before: StoredPrice,
): void => {
  if (discount && discount.id !== stored.discount_id) checkMayDiscount(company, price);
  else checkDiscountLimit(company, price, before);
};

/**
 * Throws `Invalid` if the order does not meet the terms of a new discount. For a discount that the order already has,
 * checks only the minimum sum.
 */
const checkTerms = async (
  tx: Db,
  company: CompanyScope,
  discount: OrderContext["discount"],
  stored: StoredFields,
  edit: {
    readonly orderId: number;
    readonly phone: string;
    readonly promoCode: string | null;
    readonly price: OrderPrice;
    readonly before: StoredPrice;
  },
): Promise<void> => {
  if (!discount) return;
  const { price, before, ...order } = edit;
  const amount = fullAmount(price);
  if (discount.id === stored.discount_id) checkKeptMinimum(discount, amount, fullAmount(before));
  else
    await checkDiscountTerms(tx, company.id, discount, {
      ...order,
      at: stored.creation_date.getTime(),
      zone: company.zone,
      amount,
    });
};

/** Keeps the promised time of an order if the edit does not change the due time. */
const keepPromise = (fields: OrderFields, { date, promised_at }: StoredFields): OrderFields =>
  Date.parse(fields.date) === date.getTime() ? { ...fields, promised_at: promised_at?.toISOString() ?? null } : fields;

interface EditedOrder {
  readonly fields: OrderFields;
  readonly lines: readonly DraftLine[];
  readonly discountName: string | null;
  readonly zone: OrderZone | null;
  readonly price: OrderPrice;
  /** Business day to which the edit moves the order. Undefined if the day stays the same. */
  readonly newDay: Day | undefined;
  readonly isNewPhone: boolean;
  readonly customerName: string | null | undefined;
}

/** Returns the business day of the new due time, or undefined if the day stays the same. */
const newDayOf = (stored: StoredFields, fields: OrderFields, { zone }: CompanyScope): Day | undefined => {
  const day = businessDay(new Date(fields.date), zone);
  return day === businessDay(stored.date, zone) ? undefined : day;
};

/**
 * Stores the fields of an edited order and its customer, and returns the number of the order. An order that moves to a
 * different day gets a new number on that day. Throws the error of `checkCustomerNotBlocked` if the phone is new.
 */
const updateOrder = async (tx: Db, company: CompanyScope, order: LockedOrder, edited: EditedOrder): Promise<number> => {
  const { fields, lines, discountName, zone, price, newDay, isNewPhone, customerName } = edited;
  const customerId = await ensureCustomer(tx, order.companyId, fields.phone, customerName);
  if (isNewPhone) await checkCustomerNotBlocked(tx, company, customerId);
  const number = newDay ? await takeNumber(tx, order.companyId, newDay) : order.internalId;
  await tx
    .updateTable("orders")
    .set({
      ...fields,
      ...(newDay && { day: newDay, internal_id: number }),
      tags: [...fields.tags],
      customer_id: customerId,
      discount_name: discountName,
      discount_amount: price.discountAmount,
      amount: price.amount,
      delivery_zone_id: zone?.id ?? null,
      delivery_price: price.deliveryPrice,
      ...toPointColumns(fields),
      cost: sumCosts(lines),
      version: order.version + 1,
    })
    .where("id", "=", order.id)
    .where("company_id", "=", order.companyId)
    .execute();
  return number;
};

const zoneChanges = (stored: StoredFields, zone: OrderZone | null, price: number): HistoryEntry[] => {
  const isSame = (zone?.id ?? null) === stored.delivery_zone_id && price === stored.delivery_price;
  return isSame ? [] : [{ typeElement: "Delivery", type: "Update", newName: describeDelivery(zone, price) }];
};

const numberChanges = (before: number, after: number, newDay: Day | undefined): HistoryEntry[] =>
  newDay
    ? [{ typeElement: "Order", type: "Update", newName: `Номер ${after} на ${formatDay(newDay)}, был ${before}` }]
    : [];

/** Updates the stock reservations of an order in a status that reserves stock. Does nothing for a cancelled order. */
const renewReservations = async (tx: Db, order: LockedOrder, userId: number): Promise<void> => {
  if (!order.status.isAddStockOperation || order.status.isCancel) return;
  await renewStock(tx, order.companyId, order.id, userId);
};

const recordEdit = async (
  tx: Db,
  order: Pick<LockedOrder, "id" | "companyId" | "internalId">,
  caller: Caller,
  changes: readonly HistoryEntry[],
  amount: number,
): Promise<void> => {
  if (changes.length === 0) return;
  await recordHistory(tx, order, caller.userId, changes);
  await notifyWatchers(tx, {
    orderId: order.id,
    companyId: order.companyId,
    byUserId: caller.userId,
    title: `Заказ № ${order.internalId} изменён`,
    message: `${caller.alias}: сумма ${formatMoney(amount)}`,
  });
};

/**
 * Stores an edited order. Throws:
 * - `NotFound` for an unknown order,
 * - `Stale` if the caller saw a different version,
 * - `Invalid` for invalid fields, and for a discount with terms that the order does not meet,
 * - `Conflict` if the status forbids an edit, if the new amount is less than the paid amount, or if too few portions
 *   remain,
 * - `PermissionMissing` for an order of another operator, for a discount or for a blocked customer.
 */
export const editOrder = async (
  tx: Db,
  company: CompanyScope,
  caller: Caller,
  target: { orderId: number; seen: number | undefined },
  save: Schemas["OrderSave"],
): Promise<void> => {
  const order = await lockOrder(tx, company.id, target.orderId, target.seen);
  checkMayEdit(order, company, caller);
  const stored = await readStored(tx, order);
  const linesBefore = await readLines(tx, order);
  const whole = withStoredDefaults(save, stored);
  const fields = keepPromise(parseOrderFields(whole, new Date(), company.leadMinutes), stored);
  const context = await readOrderContext(tx, company.id, namedIds(whole));
  const tagsBefore = stored.known_tags.map(({ id }) => id);
  checkReferences(fields, context, tagsBefore);
  const lines = createDraftLines(save.items, linesBefore, context);
  const discount = chooseDiscount(context, fields.discount_id, stored.discount_id);
  const zone = await chooseZone(tx, company.id, save, fields, stored.delivery_zone_id);
  const before = { lineCount: linesBefore.length, ...storedPriceOf(stored, order.amount) };
  const { isKept, price, discountName } = priceEdit(lines, { discount, zone }, stored, before);
  checkDiscount(company, discount, stored, price, before);
  const { promoCode = null } = save;
  await checkTerms(tx, company, discount, stored, {
    orderId: order.id,
    phone: fields.phone,
    promoCode,
    price,
    before,
  });
  if (!isKept) checkMinimum(zone, price, save.isMinimumWaived ?? false);
  checkPaid((await readPaid(tx, order)).taken, price.amount);
  const newDay = newDayOf(stored, fields, company);
  const internalId = await updateOrder(tx, company, order, {
    fields,
    lines,
    discountName,
    zone,
    price,
    newDay,
    isNewPhone: fields.phone !== stored.phone,
    customerName: save.customerName,
  });
  await replaceLines(tx, order, createLineRows(lines, price));
  await renewReservations(tx, order, caller.userId);
  const changes = [
    ...describeChanges(stored, linesBefore, fields, lines, { context, timeZone: company.zone.timeZone }),
    ...zoneChanges(stored, zone, price.deliveryPrice),
    ...numberChanges(order.internalId, internalId, newDay),
  ];
  await recordEdit(tx, { id: order.id, companyId: order.companyId, internalId }, caller, changes, price.amount);
  await updateKitchenItems(tx, order);
  if (!order.status.isCancel) await takePortions(tx, company.id, linesBefore, lines);
};
