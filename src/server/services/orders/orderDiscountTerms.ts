import { sql } from "kysely";
import {
  type DiscountTerms,
  type DiscountUse,
  findDiscountRefusal,
  findUseRefusal,
  isBelowMinimum,
} from "#domain/discountTerms.ts";
import { refusalSentence } from "#domain/discountTermsText.ts";
import type { Db } from "../../database/connection.ts";
import { termsSql } from "../configuration/discounts.ts";
import { Conflict, Invalid } from "../shared/domainErrors.ts";

type Uses = Pick<DiscountUse, "uses" | "isUsedByCustomer">;

/** Discount that the order gets, with its terms. */
interface GivenDiscount {
  readonly id: number;
  readonly name: string;
  readonly terms: DiscountTerms | null;
}

const isCounted = ({ maxUses, isOncePerCustomer }: DiscountTerms): boolean => maxUses !== null || isOncePerCustomer;

/**
 * Locks a discount until the commit, so that every concurrent order is counted, and then counts the other uncancelled
 * orders with the discount. The caller must not yet hold locks of customer cards or order numbers, because these come
 * later in the sequence of locks (README.md of the server).
 */
const countUses = async (
  tx: Db,
  { companyId, discountId }: { readonly companyId: number; readonly discountId: number },
  { phone, orderId }: { readonly phone: string; readonly orderId: number | null },
): Promise<Uses> => {
  await tx.selectFrom("discount").select("id").where("id", "=", discountId).forNoKeyUpdate().execute();
  // The uses are counted in a separate statement, because its snapshot must include the orders of the transactions that
  // held the lock earlier.
  const { rows } = await sql<Uses>`
    select count(*)::int as uses, coalesce(bool_or(o.phone = ${phone}), false) as "isUsedByCustomer"
    from orders o join order_status s on s.id = o.status_id
    where o.company_id = ${companyId} and o.discount_id = ${discountId} and o.id is distinct from ${orderId}::int
      and not s.is_cancel`.execute(tx);
  return rows[0] ?? { uses: 0, isUsedByCustomer: false };
};

const refuse = (text: string): Invalid => new Invalid(text, { discountId: text });

/**
 * Throws `Invalid` if the terms of a discount do not allow the discount for an order. `orderId` is null for a new
 * order.
 */
export const checkDiscountTerms = async (
  tx: Db,
  companyId: number,
  { id, name, terms }: GivenDiscount,
  order: Omit<DiscountUse, keyof Uses> & { readonly phone: string; readonly orderId: number | null },
): Promise<void> => {
  if (terms === null) return;
  const uses = isCounted(terms)
    ? await countUses(tx, { companyId, discountId: id }, order)
    : { uses: 0, isUsedByCustomer: false };
  const refusal = findDiscountRefusal(terms, { ...order, ...uses });
  if (refusal) throw refuse(refusalSentence(refusal, name, terms));
};

/**
 * Throws `Invalid` if an edit reduces the sum of the dishes from `before` to `amount`, roubles, below the minimum of
 * the discount. The other terms do not apply to a discount that the order already has.
 */
export const checkKeptMinimum = ({ name, terms }: GivenDiscount, amount: number, before: number): void => {
  if (terms && amount < before && isBelowMinimum(terms, amount))
    throw refuse(refusalSentence("belowMinimum", name, terms));
};

/** Throws `Conflict` if a cancelled order cannot be restored, because the discount of the order has no uses left. */
export const checkRestoredDiscount = async (tx: Db, companyId: number, orderId: number): Promise<void> => {
  const { rows } = await sql<{ id: number; name: string; phone: string; terms: DiscountTerms | null }>`
    select discount.id, discount.name, o.phone, ${termsSql} as terms
    from orders o join discount on discount.id = o.discount_id
    where o.company_id = ${companyId} and o.id = ${orderId}`.execute(tx);
  const [discount] = rows;
  if (!discount?.terms || !isCounted(discount.terms)) return;
  const uses = await countUses(tx, { companyId, discountId: discount.id }, { phone: discount.phone, orderId });
  const refusal = findUseRefusal(discount.terms, uses);
  if (refusal) throw new Conflict(`${refusalSentence(refusal, discount.name, discount.terms)} Уберите её из заказа.`);
};
