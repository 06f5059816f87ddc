import { type Schemas, unwrap } from "#api/client.ts";
import type { Colour } from "#domain/colour.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import type { DirectoryDescriptor, EditorDescriptor } from "#machines/directory/types.ts";
import { customValuesOf } from "./catalogue.ts";
import { type CompanyPath, nextOrderOf, type OrderChoice, orderText, toReorderBody } from "./companyPath.ts";
import { type CustomValues, type FieldDefinition, readCustomFields } from "./customFields.ts";

type Status = Schemas["OrderStatus"];

/** Order status as a row in the list of statuses. */
export type OrderStatusRow = Status & {
  /** True if new orders get this status. */
  readonly isFirst: boolean;
  /** Required kinds of status that the company would no longer have if this status were removed. */
  readonly losses: readonly RequiredStatusKind[];
};

/** Flags of an order status. They determine which actions are possible for an order with this status. */
export type OrderStatusFlags = Pick<
  Status,
  "isEditable" | "isClosed" | "isCancel" | "isAddStockOperation" | "isRequireReason" | "isTechnical"
>;

/** Returns true if the status can be the first status of an order. */
export const canBegin = ({ isTechnical, isClosed, isCancel }: OrderStatusFlags): boolean =>
  !isTechnical && !isClosed && !isCancel;
const canClose = ({ isTechnical, isClosed, isCancel }: OrderStatusFlags): boolean =>
  !isTechnical && isClosed && !isCancel;
const canCancel = ({ isTechnical, isCancel }: OrderStatusFlags): boolean => !isTechnical && isCancel;

/**
 * Kind of status that every company must have. `beginning` is for new orders, `closing` closes an order, `cancelling`
 * cancels an order.
 */
export type RequiredStatusKind = "beginning" | "closing" | "cancelling";

/** Returns the required kinds of status that are missing in the list. */
export const findMissingKinds = (statuses: readonly OrderStatusFlags[]): readonly RequiredStatusKind[] =>
  [
    !statuses.some(canBegin) && ("beginning" as const),
    !statuses.some(canClose) && ("closing" as const),
    !statuses.some(canCancel) && ("cancelling" as const),
  ].filter((kind) => kind !== false);

const withLosses = (status: Status, _: number, all: readonly Status[]): OrderStatusRow => {
  const before = findMissingKinds(all);
  const losses = findMissingKinds(all.filter(({ id }) => id !== status.id)).filter((kind) => !before.includes(kind));
  return { ...status, isFirst: all.find(canBegin)?.id === status.id, losses };
};

/** Descriptor of the list of a company's order statuses. Removed statuses are excluded. */
export const orderStatusDirectory: DirectoryDescriptor<CompanyPath, OrderStatusRow> = {
  name: "orderStatuses",
  permission: () => "settings.edit",
  list: async (api, path, signal) =>
    (
      await unwrap(api.GET("/api/OrderStatus/Company/{companyId}/Summury", { params: { path }, signal }), Array.isArray)
    ).map(withLosses),
  commands: {
    remove: (api, { companyId }, { id }, signal) =>
      unwrap(api.DELETE("/api/OrderStatus/{id}/Company/{companyId}", { params: { path: { companyId, id } }, signal })),
  },
  reorder: (api, path, order, signal) =>
    unwrap(
      api.PUT("/api/OrderStatus/Company/{companyId}/Order", { params: { path }, body: toReorderBody(order), signal }),
    ),
};

/** Draft of an order status. An empty string means that the field has no value. */
export interface OrderStatusDraft extends OrderStatusFlags {
  name: string;
  color: Colour | "";
  order: string;
  customField: CustomValues;
}

/** Data for the order status form. */
export interface OrderStatusChoices {
  readonly customFields: readonly FieldDefinition[];
}

export const orderStatusEditor: EditorDescriptor<CompanyPath, OrderStatusDraft, OrderStatusChoices & OrderChoice> = {
  name: "orderStatus",
  permission: () => "settings.edit",
  loadChoices: async (api, scope, signal) => {
    const [customFields, statuses] = await Promise.all([
      readCustomFields(api, scope, "orderStatus", signal),
      orderStatusDirectory.list(api, scope, signal),
    ]);
    return { customFields, nextOrder: nextOrderOf(statuses) };
  },
  blank: (_, { nextOrder }) => ({
    name: "",
    color: "",
    order: nextOrder,
    isEditable: true,
    isClosed: false,
    isCancel: false,
    isAddStockOperation: false,
    isRequireReason: false,
    isTechnical: false,
    customField: {},
  }),
  read: async (api, { companyId }, id, signal) => {
    const params = { path: { companyId, id: Number(id) } };
    const status = await unwrap(api.GET("/api/OrderStatus/{id}/Company/{companyId}", { params, signal }));
    const { name, color, order, isEditable, isClosed, isCancel, isAddStockOperation, isRequireReason, isTechnical } =
      status;
    const flags = { isEditable, isClosed, isCancel, isAddStockOperation, isRequireReason, isTechnical };
    const draft = { name, color: color ?? "", order: orderText(order), ...flags } as const;
    return { draft: { ...draft, customField: customValuesOf(status.customField) }, version: status.version };
  },
  save: (api, { companyId }, { id, draft, version, key }, signal) => {
    const { order, color, isTechnical, ...same } = draft;
    const body = { ...same, color: color || null, order: Number(order) };
    if (id === undefined) {
      const params = { path: { companyId }, header: { "Idempotency-Key": key } };
      return unwrap(api.POST("/api/OrderStatus/Company/{companyId}", { params, body, signal }));
    }
    const params = { path: { companyId, id: Number(id) }, header: toWriteHeaders({ version, key }) };
    const change = { ...body, id: Number(id), isTechnical };
    return unwrap(api.PUT("/api/OrderStatus/{id}/Company/{companyId}", { params, body: change, signal }));
  },
};
