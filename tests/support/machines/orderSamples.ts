import type { Schemas } from "#api/client.ts";
import type { Order } from "#machines/queries/order.ts";

/** Order of a server with optimistic locking. */
export interface VersionedOrder extends Order {
  version: number;
}

/** Returns an order with one line, for 1,000 roubles in total. `facts` replaces fields of the order. */
export const anOrder = (facts: Partial<VersionedOrder> = {}): VersionedOrder => ({
  id: 17,
  companyId: 1,
  internalId: 5,
  items: [
    {
      id: 1,
      itemId: 2,
      categoryId: 3,
      categoryName: "Пицца",
      name: "Маргарита",
      price: 500,
      count: 2,
      amount: 1000,
      discountValue: 0,
      discountDescription: null,
      note: null,
      isRemoved: false,
      modificators: [],
    },
  ],
  amount: 1000,
  discountAmount: 0,
  discountName: null,
  discountId: null,
  statusId: 1,
  isClosed: false,
  isEditable: true,
  isCanceled: false,
  date: "2026-11-21T13:50:00+03:00",
  creationDate: "2026-11-21T13:05:12+03:00",
  phone: "+79161234567",
  note: null,
  externalNote: null,
  externalSystemInfo: null,
  deliveryAddress: null,
  deliveryAddressBuilding: null,
  deliveryAddressApartmentNumber: null,
  deliveryAddressLevel: null,
  deliveryAddressEntrance: null,
  deliveryPhone: null,
  deliveryChange: null,
  persons: null,
  tags: [],
  customerAlias: null,
  operatorPhoneCallId: null,
  operatorAlias: "Анна Орлова",
  operatorId: 4,
  version: 7,
  ...facts,
});

/** Returns a completed cash payment of 100 roubles. `facts` replaces fields of the payment. */
export const aPayment = (facts: Partial<Schemas["Payment"]> = {}): Required<Schemas["Payment"]> => ({
  id: 1,
  paymentMethodId: 1,
  paymentMethodName: "Наличные",
  date: "2026-11-21T13:22:00+03:00",
  status: "Принята",
  isComplited: true,
  isRejected: false,
  isExternal: false,
  operatorAlias: "Анна Орлова",
  operatorId: 4,
  amount: 100,
  complitedDate: "2026-11-21T13:22:00+03:00",
  creationDate: "2026-11-21T13:22:00+03:00",
  orderDate: "2026-11-21T13:50:00+03:00",
  requestKey: null,
  externalUrl: null,
  refundedDate: null,
  refundedByAlias: null,
  refundReason: null,
  refundedAmount: 0,
  refunds: [],
  ...facts,
});

/** Returns an order status that the user may choose. `facts` replaces fields of the status. */
export const aStatus = (facts: Partial<Schemas["OrderStatus"]> = {}): Schemas["OrderStatus"] => ({
  id: 2,
  name: "Готовится",
  color: "orange",
  order: 2,
  isEditable: true,
  isClosed: false,
  isCancel: false,
  isAddStockOperation: false,
  isRequireReason: false,
  isTechnical: false,
  isRemoved: false,
  customField: {},
  version: 1,
  ...facts,
});

/** Payment methods: card, cash and an external method, not sorted by their field `order`. */
export const methods: readonly Schemas["PaymentMethod"][] = [
  { id: 2, name: "Карта", financeSourceId: null, externalPaymentMethodId: null, order: 20, isCash: false, version: 1 },
  {
    id: 1,
    name: "Наличные",
    financeSourceId: null,
    externalPaymentMethodId: null,
    order: 10,
    isCash: true,
    version: 1,
  },
  { id: 3, name: "Онлайн", financeSourceId: null, externalPaymentMethodId: 1, order: 30, isCash: false, version: 1 },
];
