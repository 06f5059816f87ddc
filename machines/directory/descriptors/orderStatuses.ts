import { type Schemas, unwrap } from "#api/client.ts";
import type { Colour } from "#domain/colour.ts";
import { type Edited, type Listed, toWriteHeaders } from "#machines/directory/types.ts";
import { customValuesOf } from "./catalogue.ts";
import { type CompanyPlace, orderOf, orderText, reordered } from "./companyPlace.ts";
import { type CustomValues, type FieldDefinition, readCustomFields } from "./customFields.ts";

type Status = Schemas["OrderStatus"];

/** A status of the list. */
export type OrderStatusRow = Status & {
  /** New orders begin with it. */
  readonly isFirst: boolean;
  /** What no status would do after its removal. Without a beginning no order could be accepted, so such a status stays. */
  readonly losses: readonly StatusLack[];
};

/** What a status does, as flags. */
export type StatusFlags = Pick<
  Status,
  "isEditable" | "isClosed" | "isCancel" | "isAddStockOperation" | "isRequireReason" | "isTechnical"
>;

/** Returns whether an order can begin with a status. */
export const mayBegin = ({ isTechnical, isClosed, isCancel }: StatusFlags): boolean =>
  !isTechnical && !isClosed && !isCancel;
const mayClose = ({ isTechnical, isClosed, isCancel }: StatusFlags): boolean => !isTechnical && isClosed && !isCancel;
const mayCancel = ({ isTechnical, isCancel }: StatusFlags): boolean => !isTechnical && isCancel;

/** What no status of a company does: begin, close or cancel orders. */
export type StatusLack = "beginning" | "closing" | "cancelling";

/** Returns what none of the statuses does. */
export const findLacks = (statuses: readonly StatusFlags[]): readonly StatusLack[] =>
  [
    !statuses.some(mayBegin) && ("beginning" as const),
    !statuses.some(mayClose) && ("closing" as const),
    !statuses.some(mayCancel) && ("cancelling" as const),
  ].filter((lack) => lack !== false);

const withLosses = (status: Status, _: number, all: readonly Status[]): OrderStatusRow => {
  const before = findLacks(all);
  const losses = findLacks(all.filter(({ id }) => id !== status.id)).filter((lack) => !before.includes(lack));
  return { ...status, isFirst: all.find(mayBegin)?.id === status.id, losses };
};

/** The order statuses of a company that are in use. */
export const orderStatuses: Listed<CompanyPlace, OrderStatusRow> = {
  name: "orderStatuses",
  list: async (api, path, signal) =>
    (
      await unwrap(api.GET("/api/OrderStatus/Company/{companyId}/Summury", { params: { path }, signal }), Array.isArray)
    ).map(withLosses),
  commands: {
    remove: (api, { companyId }, { id }, signal) =>
      unwrap(api.DELETE("/api/OrderStatus/{id}/Company/{companyId}", { params: { path: { companyId, id } }, signal })),
  },
  reorder: (api, path, order, signal) =>
    unwrap(api.PUT("/api/OrderStatus/Company/{companyId}/Order", { params: { path }, body: reordered(order), signal })),
};

/** A status as its form has it; texts are empty where there is nothing. */
export interface OrderStatusDraft extends StatusFlags {
  name: string;
  color: Colour | "";
  order: string;
  customField: CustomValues;
}

/** What the form of a status shows beside its own fields. */
export interface OrderStatusChoices {
  readonly customFields: readonly FieldDefinition[];
}

/** The form of an order status. */
export const orderStatusEditor: Edited<CompanyPlace, OrderStatusDraft, OrderStatusChoices> = {
  name: "orderStatus",
  loadChoices: async (api, scope, signal) => ({
    customFields: await readCustomFields(api, scope, "orderStatus", signal),
  }),
  blank: () => ({
    name: "",
    color: "",
    order: "",
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
    const body = { ...same, color: color || null, ...orderOf(order) };
    if (id === undefined) {
      const params = { path: { companyId }, header: { "Idempotency-Key": key } };
      return unwrap(api.POST("/api/OrderStatus/Company/{companyId}", { params, body, signal }));
    }
    const params = { path: { companyId, id: Number(id) }, header: toWriteHeaders({ version, key }) };
    const change = { ...body, id: Number(id), isTechnical };
    return unwrap(api.PUT("/api/OrderStatus/{id}/Company/{companyId}", { params, body: change, signal }));
  },
};
