import { type Schemas, unwrap } from "#api/client.ts";
import type { Colour } from "#domain/colour.ts";
import { type Edited, type Listed, toWriteHeaders } from "#machines/directory/types.ts";
import { customValuesOf } from "./catalogue.ts";
import { type CompanyPlace, orderOf, orderText, reordered } from "./companyPlace.ts";
import { type CustomValues, type FieldDefinition, readCustomFields } from "./customFields.ts";

type Status = Schemas["OrderStatus"];

/** A status of the list, with what would be missing without it. */
export type OrderStatusRow = Status & {
  /** New orders begin with it. */
  readonly isFirst: boolean;
  /** Why it cannot be removed; an empty text where it can. */
  readonly whyKept: string;
  /** What the company loses with it, in sentences. */
  readonly loss: string;
};

/** What a status does, as flags. */
export type StatusFlags = Pick<
  Status,
  "isEditable" | "isClosed" | "isCancel" | "isAddStockOperation" | "isRequireReason" | "isTechnical"
>;

const mayBegin = ({ isTechnical, isClosed, isCancel }: StatusFlags): boolean => !isTechnical && !isClosed && !isCancel;
const mayClose = ({ isTechnical, isClosed, isCancel }: StatusFlags): boolean => !isTechnical && isClosed && !isCancel;
const mayCancel = ({ isTechnical, isCancel }: StatusFlags): boolean => !isTechnical && isCancel;

/** What a status does, in plain words, a sentence for each thing. */
export const statusSentences = (flags: StatusFlags): readonly string[] => {
  const { isEditable, isClosed, isCancel, isAddStockOperation, isRequireReason, isTechnical } = flags;
  return [
    isTechnical && "Служебный: его ставит только система, среди статусов для выбора его нет.",
    mayBegin(flags) && "С него может начинаться заказ: новый заказ получает первый по порядку такой статус.",
    isClosed && !isCancel && "Закрывает заказ: его больше нельзя изменить, оплатить или перевести в другой статус.",
    isCancel && "Отменяет заказ: в сводках он зачёркнут и не входит в итоги. Принятую оплату надо вернуть заранее.",
    isCancel && isClosed && "Вернуть отменённый заказ в работу нельзя: он закрыт.",
    !isClosed && (isEditable ? "Заказ можно изменять." : "Заказ нельзя изменять, пока он в этом статусе."),
    isAddStockOperation && !isCancel && "Списывает состав заказа со склада; до закрытия товар в резерве.",
    isCancel && "Товар из резерва возвращается на склад.",
    isRequireReason && "Тот, кто выбирает статус, указывает причину.",
  ].filter((sentence) => sentence !== false);
};

/** What the statuses of a company together do not allow, in sentences. */
export const statusWarnings = (statuses: readonly StatusFlags[]): readonly string[] =>
  [
    !statuses.some(mayBegin) && "Нет статуса, с которого начинаются заказы: новый заказ не принять.",
    !statuses.some(mayClose) && "Ни один статус не закрывает заказ: готовые заказы так и останутся незакрытыми.",
    !statuses.some(mayCancel) && "Ни один статус не отменяет заказ: отменить заказ не получится.",
  ].filter((sentence) => sentence !== false);

const withLoss = (status: Status, _: number, all: readonly Status[]): OrderStatusRow => {
  const others = all.filter(({ id }) => id !== status.id);
  const before = statusWarnings(all);
  const lost = statusWarnings(others).filter((sentence) => !before.includes(sentence));
  const isLastBeginning = mayBegin(status) && !others.some(mayBegin);
  return {
    ...status,
    isFirst: all.find(mayBegin)?.id === status.id,
    whyKept: isLastBeginning ? "Это единственный статус, с которого начинаются заказы" : "",
    loss: lost.join(" "),
  };
};

/** The order statuses of a company that are in use. */
export const orderStatuses: Listed<CompanyPlace, OrderStatusRow> = {
  name: "orderStatuses",
  list: async (api, path, signal) =>
    (
      await unwrap(api.GET("/api/OrderStatus/Company/{companyId}/Summury", { params: { path }, signal }), Array.isArray)
    ).map(withLoss),
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
