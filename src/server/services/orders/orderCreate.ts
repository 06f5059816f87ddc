import type { Schemas } from "#api/client.ts";
import { businessDay, type Day } from "#domain/dates.ts";
import { formatMoney } from "#domain/money.ts";
import { fullAmount, type OrderPrice } from "#domain/pricing.ts";
import type { Db } from "../../database/connection.ts";
import { checkCustomerNotBlocked } from "../customers/customerBlock.ts";
import { ensureCustomer } from "../customers/customers.ts";
import { takePortions } from "../kitchen/itemStops.ts";
import { sendOrderToKitchen } from "../kitchen/kitchenSending.ts";
import { notifyNewOrder } from "../notifications/notifications.ts";
import type { Caller, CompanyScope } from "../session/caller.ts";
import { Conflict } from "../shared/domainErrors.ts";
import { type OrderContext, readOrderContext } from "./orderContext.ts";
import {
  checkMinimum,
  chooseZone,
  describeDelivery,
  describePickup,
  type OrderZone,
  toPointColumns,
} from "./orderDelivery.ts";
import { checkDiscountTerms } from "./orderDiscountTerms.ts";
import { checkReferences, createLineRows, type OrderFields, parseOrderFields, sumCosts } from "./orderFields.ts";
import { type HistoryEntry, recordHistory } from "./orderHistory.ts";
import { createDraftLines, type DraftLine } from "./orderLines.ts";
import { takeNumber } from "./orderNumber.ts";
import { checkMayDiscount, chooseDiscount, priceLines } from "./orderPricing.ts";
import { insertLines } from "./orderRows.ts";
import { reserveStock } from "./orderStock.ts";

/** Returns the ids of the records to which a request to save an order refers. */
export const namedIds = (save: Schemas["OrderSave"]) => ({
  itemIds: save.items.map(({ itemId }) => itemId),
  categoryIds: save.items.map(({ categoryId }) => categoryId),
  tagIds: [...new Set(save.tags ?? [])],
  discountId: save.discountId ?? null,
  callId: save.operatorPhoneCallId ?? null,
});

/** Source of an order that no operator entered. */
interface OrderSource {
  /** Status of the new order. Null means the initial status of the company. */
  readonly statusId: number | null;
  /** Total that the guest has seen, roubles. */
  readonly amount: number;
  /** True if an operator must review the order. Such an order is not sent to the kitchen when it is stored. */
  readonly isReview: boolean;
  readonly externalSystem: { readonly name: string; readonly id: string; readonly orderUrl: null };
}

/** Validated order with its prices before it is stored. */
interface PreparedOrder {
  readonly fields: OrderFields;
  readonly context: OrderContext;
  readonly status: NonNullable<OrderContext["firstStatus"]>;
  readonly lines: readonly DraftLine[];
  readonly discountName: string | null;
  readonly zone: OrderZone | null;
  readonly price: OrderPrice;
}

const firstEntries = ({ fields, lines, context, price, zone }: PreparedOrder): HistoryEntry[] => [
  { typeElement: "Order", type: "Add", newName: `Заказ на ${formatMoney(price.amount)}` },
  ...lines.map(
    ({ name, count }): HistoryEntry => ({ typeElement: "Item", type: "Add", newName: `${name} × ${count}` }),
  ),
  ...context.tags.map(({ name }): HistoryEntry => ({ typeElement: "Tag", type: "Add", newName: name })),
  ...(context.discount
    ? [{ typeElement: "Discount", type: "Add", newName: context.discount.name } satisfies HistoryEntry]
    : []),
  ...(zone
    ? [
        {
          typeElement: "Delivery",
          type: "Add",
          newName: describeDelivery(zone, price.deliveryPrice),
        } satisfies HistoryEntry,
      ]
    : []),
  ...(fields.is_in_hall
    ? [{ typeElement: "Delivery", type: "Add", newName: describePickup(fields) } satisfies HistoryEntry]
    : []),
];

/**
 * Validates a new order and calculates its prices; a guest needs no permission for the discount of a promo code.
 * Throws:
 * - `Invalid` for invalid fields, and for a discount with terms that the order does not meet,
 * - `PermissionMissing` for a discount that the employee may not give,
 * - `Conflict` if the company has no initial status.
 */
export const prepareOrder = async (
  tx: Db,
  company: CompanyScope,
  save: Schemas["OrderSave"],
  now: Date,
  guest?: Pick<OrderSource, "statusId">,
): Promise<PreparedOrder> => {
  const fields = parseOrderFields(save, now, company.leadMinutes);
  const context = await readOrderContext(tx, company.id, {
    ...namedIds(save),
    statusId: guest?.statusId ?? null,
  });
  checkReferences(fields, context, []);
  const status = context.firstStatus;
  if (!status) throw new Conflict("В компании нет ни одного статуса, с которого начинается заказ.");
  const lines = createDraftLines(save.items, [], context);
  const discount = chooseDiscount(context, fields.discount_id, null);
  const zone = await chooseZone(tx, company.id, save, fields, null);
  const price = priceLines(lines, discount, zone);
  if (discount) {
    if (!guest) checkMayDiscount(company, price);
    await checkDiscountTerms(tx, company.id, discount, {
      at: now.getTime(),
      zone: company.zone,
      amount: fullAmount(price),
      promoCode: save.promoCode ?? null,
      phone: fields.phone,
      orderId: null,
    });
  }
  checkMinimum(zone, price, save.isMinimumWaived ?? false);
  return { fields, context, status, lines, discountName: discount?.name ?? null, zone, price };
};

const insertOrder = async (
  tx: Db,
  order: PreparedOrder,
  attributes: {
    companyId: number;
    customerId: number;
    operatorId: number | null;
    day: Day;
    number: number;
    now: Date;
    source: OrderSource | undefined;
  },
): Promise<number> => {
  const { fields, status, lines, discountName, zone, price } = order;
  const { id } = await tx
    .insertInto("orders")
    .values({
      ...fields,
      tags: [...fields.tags],
      company_id: attributes.companyId,
      day: attributes.day,
      internal_id: attributes.number,
      creation_date: attributes.now,
      status_id: status.id,
      is_open: true,
      customer_id: attributes.customerId,
      discount_name: discountName,
      discount_amount: price.discountAmount,
      amount: price.amount,
      delivery_zone_id: zone?.id ?? null,
      delivery_price: price.deliveryPrice,
      ...toPointColumns(fields),
      cost: sumCosts(lines),
      operator_id: attributes.operatorId,
      external_system: attributes.source ? JSON.stringify(attributes.source.externalSystem) : null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};

const deliveryAddressOf = (fields: OrderFields): string =>
  [fields.delivery_address, fields.delivery_address_building].filter(Boolean).join(", ") || describePickup(fields);

/** Throws `Conflict` with the new total `amount` if the guest has seen a different total. */
const checkSeenAmount = (price: OrderPrice, source: OrderSource): void => {
  if (price.amount === source.amount) return;
  throw new Conflict("Цена заказа изменилась. Проверьте новую сумму.", { data: { amount: price.amount } });
};

/**
 * Stores a new order with its lines and all records that follow from it, such as notifications, stock reservations and
 * kitchen lines, and returns its id. Throws:
 * - `Conflict` if a guest (`source`) has seen a different total,
 * - `PermissionMissing` if an operator takes the order of a blocked customer,
 * - the errors of `prepareOrder` and `takePortions`.
 */
export const createOrder = async (
  tx: Db,
  company: CompanyScope,
  caller: { readonly userId: Caller["userId"] | null },
  save: Schemas["OrderSave"],
  source?: OrderSource,
): Promise<number> => {
  const now = new Date();
  const order = await prepareOrder(tx, company, save, now, source);
  if (source) checkSeenAmount(order.price, source);
  const { fields, status, lines, price } = order;
  const customerId = await ensureCustomer(tx, company.id, fields.phone, save.customerName);
  if (!source) await checkCustomerNotBlocked(tx, company, customerId);
  const day = businessDay(new Date(fields.date), company.zone);
  // The number is taken as late as possible, because the numbering lock makes all other new orders of the company wait
  // until the commit.
  const number = await takeNumber(tx, company.id, day);
  const attributes = { companyId: company.id, customerId, operatorId: caller.userId, day, number, now, source };
  const id = await insertOrder(tx, order, attributes);
  const key = { id, companyId: company.id };
  await insertLines(tx, key, createLineRows(lines, price));
  await recordHistory(tx, key, caller.userId, firstEntries(order));
  await notifyNewOrder(tx, {
    orderId: id,
    companyId: company.id,
    byUserId: caller.userId,
    title: source?.isReview ? `Проверьте заказ № ${number}` : `Новый заказ № ${number}`,
    message: `${deliveryAddressOf(fields)} — ${formatMoney(price.amount)}`,
  });
  if (status.isAddStockOperation) await reserveStock(tx, company.id, id, caller.userId);
  if (!source?.isReview) await sendOrderToKitchen(tx, key, "created");
  await takePortions(tx, company.id, [], lines);
  return id;
};
