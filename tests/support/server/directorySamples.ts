import type { operations } from "#api/schema.d.ts";
import type { ConfigKindName } from "#domain/configKinds.ts";
import { multipartForm } from "./form.ts";
import type { World } from "./testServer.ts";

type Id = keyof operations;
type Fields = Readonly<Record<string, unknown>>;

/** Request of an operation. The company is 1 and the user is the owner unless the request says otherwise. */
export interface FieldsRequest {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly fields?: Fields | undefined;
  /** Version in the header If-Match. */
  readonly seen?: number | undefined;
  /** True if the fields are sent as a multipart form instead of JSON. */
  readonly isForm?: boolean;
  readonly as?: string;
}

/** Calls an operation with fields that the types of its body do not check. Throws if the server refuses the request. */
export const sendFields = async (
  world: World,
  operation: Id,
  { path = {}, fields, seen, isForm = false, as = "owner" }: FieldsRequest,
) => {
  const raw = fields && (isForm ? multipartForm(fields) : { text: JSON.stringify(fields) });
  const answer = await world.ask(operation, {
    as,
    path: { companyId: 1, ...path },
    ...(raw && { raw }),
    ...(seen !== undefined && { seen }),
  });
  if (answer.status >= 300) throw new Error(`${operation}: ${answer.status} ${answer.text}`);
  return answer.json as unknown as { id: number; userId?: number; version: number };
};

/** Operations of a directory, the fields of a new record, and the fields of a change. */
export interface DirectorySample {
  readonly kind: ConfigKindName;
  readonly operations: readonly [create: Id, update: Id, remove: Id];
  readonly fields: Fields;
  readonly changed: Fields;
  readonly isForm?: boolean;
  /** Path parameter with the id of a record. */
  readonly param?: string;
}

/** One sample for each directory of a company. */
export const directorySamples: readonly DirectorySample[] = [
  {
    kind: "tag",
    operations: ["createTag", "updateTag", "deleteTag"],
    fields: { name: "Проба", color: "red" },
    changed: { color: "teal" },
  },
  {
    kind: "discount",
    operations: ["createDiscount", "updateDiscount", "deleteDiscount"],
    fields: { name: "Проба", type: "%", value: 10, terms: { weekdays: [1, 2, 3], maxUses: 5 } },
    changed: {
      value: 15,
      terms: {
        weekdays: [6, 7],
        startTime: "22:00",
        endTime: "02:00",
        startDate: "2026-12-01",
        endDate: "2026-12-31",
        minAmount: 1500,
        promoCode: "ночь",
        isOncePerCustomer: true,
      },
    },
  },
  {
    kind: "orderStatus",
    operations: ["createOrderStatus", "updateOrderStatus", "deleteOrderStatus"],
    fields: { name: "Проба", color: "red" },
    changed: { isRequireReason: true },
  },
  {
    kind: "paymentMethod",
    operations: ["createPaymentMethod", "updatePaymentMethod", "deletePaymentMethod"],
    fields: { name: "Проба", financeSourceId: null, isCash: true },
    changed: { financeSourceId: 1 },
  },
  {
    kind: "externalPaymentMethod",
    operations: ["createExternalMethod", "updateExternalMethod", "deleteExternalMethod"],
    fields: { name: "Проба", shopId: "100500", secretKey: "live_secret_first" },
    changed: { secretKey: "live_secret_second", isSbp: true },
  },
  {
    kind: "customField",
    operations: ["createCustomField", "updateCustomField", "deleteCustomField"],
    fields: { type: "item", title: "Проба", kind: "list", options: ["а", "б"] },
    changed: { options: ["а", "б", "в"] },
  },
  {
    kind: "category",
    operations: ["createCompanyCategory", "updateCompanyCategory", "deleteCompanyCategory"],
    fields: { name: "Проба", isActive: true },
    changed: { name: "Проба 2", isActive: false },
    isForm: true,
  },
  {
    kind: "item",
    operations: ["createCompanyItem", "updateCompanyItem", "deleteCompanyItem"],
    fields: { name: "Проба", price: 100, categoriesId: [1], composition: [{ stockItemId: 1, count: 2 }] },
    changed: { price: 120.5, composition: [{ stockItemId: 1, count: 3 }] },
    isForm: true,
  },
  {
    kind: "supplier",
    operations: ["createSupplier", "updateSupplier", "deleteSupplier"],
    fields: { name: "Проба", description: "Мука" },
    changed: { description: "Дрожжи" },
  },
  {
    kind: "stockItem",
    operations: ["createCompanyStockItem", "updateCompanyStockItem", "deleteCompanyStockItem"],
    fields: { title: "Проба", unit: "кг", estimateCost: 10, packs: [{ name: "мешок", factor: 25 }] },
    changed: { estimateCost: 12, packs: [{ name: "мешок", factor: 50 }] },
  },
  {
    kind: "inventoryGroup",
    operations: ["createInventoryGroup", "updateInventoryGroup", "deleteInventoryGroup"],
    fields: { name: "Проба", everyDays: 7, isBlind: false, stockItemIds: [10] },
    changed: { everyDays: 14 },
  },
  {
    kind: "printer",
    operations: ["createPrinter", "updatePrinter", "deletePrinter"],
    fields: { name: "Проба", kinds: ["preBill"], paper: "80" },
    changed: { kinds: ["preBill", "kitchen"] },
  },
  {
    kind: "kitchenStation",
    operations: ["createKitchenStation", "updateKitchenStation", "deleteKitchenStation"],
    fields: { name: "Проба", categoriesId: [], prepMinutes: 10 },
    changed: { prepMinutes: 20 },
  },
  {
    kind: "deliveryZone",
    operations: ["createDeliveryZone", "updateDeliveryZone", "deleteDeliveryZone"],
    fields: { name: "Проба", streets: ["ул. Новая"], price: 100 },
    changed: { price: 150 },
  },
  {
    kind: "financeSource",
    operations: ["createFinanceSource", "updateFinanceSource", "deleteFinanceSource"],
    fields: { name: "Проба", kind: "bank" },
    changed: { name: "Проба 2" },
  },
  {
    kind: "financeCategory",
    operations: ["createFinanceCategory", "updateFinanceCategory", "deleteFinanceCategory"],
    fields: { name: "Проба", direction: "income" },
    changed: { name: "Проба 2" },
  },
  {
    kind: "operatorPhone",
    operations: ["createOperatorPhone", "updateOperatorPhone", "deleteOperatorPhone"],
    fields: { number: "+74950001122", color: "red" },
    changed: { color: "teal" },
  },
  {
    kind: "role",
    operations: ["createCompanyRole", "updateCompanyRole", "deleteCompanyRole"],
    fields: { name: "Проба", permissions: { "order.view": 1, "discount.maxPercent": 10 } },
    changed: { permissions: { "order.view": 1, "discount.maxPercent": 20, "order.create": 1 } },
    param: "roleId",
  },
];

/** Creates, changes and removes a record of a directory. Returns the id of the record. */
export const createChangeAndRemove = async (
  world: World,
  { operations: [create, update, remove], fields, changed, isForm = false, param = "id" }: DirectorySample,
): Promise<number> => {
  const made = await sendFields(world, create, { fields, isForm });
  const path = { [param]: made.id };
  const saved = await sendFields(world, update, {
    path,
    fields: { ...fields, ...changed },
    seen: made.version,
    isForm,
  });
  await sendFields(world, remove, { path, seen: saved?.version });
  return made.id;
};
