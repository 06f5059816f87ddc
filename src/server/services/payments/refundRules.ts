import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { formatMoney, roundMoney, sumMoney } from "#domain/money.ts";
import { portionsPrice, type RefundableLine, refundableLines } from "#domain/refund.ts";
import type { Db } from "../../database/connection.ts";
import type { OrderKey } from "../orders/orderKey.ts";
import { Conflict, Invalid, NotFound } from "../shared/domainErrors.ts";
import { checkAmounts, type StoredPayment } from "./paymentRules.ts";

/**
 * Part of a payment to refund. A missing amount means the price of the lines or, without lines, the remaining amount of
 * the payment.
 */
export interface RefundPart {
  readonly amount?: number | undefined;
  readonly lines?: readonly Schemas["RefundLine"][] | undefined;
}

/** Refunded dishes as they are stored with a refund. */
export type StoredRefundLine = Schemas["RefundedLine"];

/** Amount of a new refund, roubles, with its dishes. */
export interface RefundDraft {
  readonly amount: number;
  readonly lines: readonly StoredRefundLine[];
}

/** Returns true if a request names a part of a payment. */
export const isPart = ({ amount, lines }: RefundPart): boolean => amount !== undefined || lines !== undefined;

interface Item {
  readonly id: number;
  readonly name: string;
  readonly count: number;
  readonly amount: number;
  readonly modificators: readonly { readonly amount: number }[];
}

interface Refunds {
  readonly amount: number;
  readonly deliveryPrice: number;
  readonly items: readonly Item[];
  readonly refunds: readonly Pick<Schemas["PaymentRefund"], "state" | "lines">[];
}

/** Reads the lines of an order with the portions that can still be refunded. */
const readRefundable = async (tx: Db, order: OrderKey): Promise<readonly RefundableLine<Item>[]> => {
  const { rows } = await sql<Refunds>`
    select o.amount, o.delivery_price as "deliveryPrice",
      (select coalesce(json_agg(json_build_object('id', l.id, 'name', l.name, 'count', l.count, 'amount', l.amount,
          'modificators', l.modificators) order by l.position), '[]')
        from order_line l where l.order_id = o.id and l.company_id = o.company_id) as items,
      (select coalesce(json_agg(json_build_object('state', r.state, 'lines', r.lines)), '[]')
        from payment_refund r where r.order_id = o.id and r.company_id = o.company_id) as refunds
    from orders o where o.id = ${order.id} and o.company_id = ${order.companyId}`.execute(tx);
  const [found] = rows;
  return found ? refundableLines(found, found.refunds) : [];
};

/**
 * Returns the refunded dishes with their prices. Throws `NotFound` for a line of another order, `Invalid` for a
 * repeated line, and `Conflict` for more portions than can still be refunded.
 */
const chooseLines = async (
  tx: Db,
  order: OrderKey,
  requested: readonly Schemas["RefundLine"][],
): Promise<readonly StoredRefundLine[]> => {
  const known = await readRefundable(tx, order);
  return requested.map(({ orderItemId, count }, index) => {
    const line = known.find(({ item }) => item.id === orderItemId);
    if (!line) throw new NotFound("Позиция заказа не найдена.");
    const { name } = line.item;
    if (requested.findIndex((other) => other.orderItemId === orderItemId) !== index)
      throw new Invalid("Позиция названа дважды.", { [`lines.${index}.orderItemId`]: "Эта позиция названа дважды." });
    if (count > line.left) throw new Conflict(`«${name}»: вернуть можно не больше ${line.left} шт.`);
    return { orderItemId, name, count, amount: portionsPrice(line, count) };
  });
};

/**
 * Returns the amount and the dishes of the refund that a request describes; the caller must hold the order lock.
 * Throws:
 * - `Conflict` if the amount is zero, or more than the remaining amount of the payment or the price of the dishes,
 * - `Invalid` for a malformed amount,
 * - the errors of `chooseLines`.
 */
export const draftRefund = async (
  tx: Db,
  { orderId, companyId, amount: paid, refundedAmount }: StoredPayment,
  part: RefundPart,
): Promise<RefundDraft> => {
  checkAmounts(part.amount === undefined ? [] : [part.amount], () => "amount");
  const lines = part.lines === undefined ? [] : await chooseLines(tx, { id: orderId, companyId }, part.lines);
  const left = roundMoney(paid - refundedAmount);
  const price = sumMoney(lines.map((line) => line.amount));
  const amount = part.amount ?? (part.lines === undefined ? left : price);
  if (amount > left) throw new Conflict(`По этой оплате осталось ${formatMoney(left)} Больше вернуть нельзя.`);
  if (part.lines !== undefined && amount > price)
    throw new Conflict(`Эти блюда стоят ${formatMoney(price)} Больше за них вернуть нельзя.`);
  if (amount === 0) throw new Conflict("Эти блюда ничего не стоят: возвращать нечего.");
  return { amount, lines };
};
