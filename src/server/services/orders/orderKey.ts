/**
 * Key of an order. Statements on an order name its company, so that a database that is distributed by company reads one
 * partition.
 */
export interface OrderKey {
  readonly id: number;
  readonly companyId: number;
}

/** Returns the key of the order to which a payment or another record belongs. */
export const orderKeyOf = ({ orderId, companyId }: { orderId: number; companyId: number }): OrderKey => ({
  id: orderId,
  companyId,
});
