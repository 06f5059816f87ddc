import type { Schemas } from "#api/client.ts";
import { formatDateTime, formatElapsed } from "#domain/format.ts";
import { formatPhone } from "#domain/phone.ts";
import { pickupText } from "#domain/pickup.ts";
import { expectedAt } from "#machines/orders/list/orderAttention.ts";
import type { HideableColumn, OrderListView, OrderRow } from "#machines/orders/list/orderList.ts";
import type { References } from "#machines/queries/references.ts";
import type { ExportColumn } from "../../../directory/listParts.ts";

/** Data that the columns of exported orders need. */
interface OrderExportParts extends References {
  readonly view: OrderListView;
  /** Returns true if the list shows a column that the user can hide. */
  readonly isShown: (column: HideableColumn) => boolean;
  readonly timeZone: string;
  /** Time at which the file is made, ms since 1970. */
  readonly now: number;
}

const namesOf = (entries: readonly Pick<Schemas["Tag"], "id" | "name">[]) =>
  new Map(entries.map(({ id, name }) => [id, name]));

/**
 * Returns the columns of exported orders: those that the list shows. A column that shows several values, for example
 * "Адрес, комментарий", becomes several columns.
 */
export const orderExportColumns = ({
  view,
  isShown,
  statuses,
  tags,
  timeZone,
  now,
}: OrderExportParts): readonly ExportColumn<OrderRow>[] => {
  const statusNames = namesOf(statuses);
  const tagNames = namesOf(tags);
  const isOpen = ({ isClosed, isCanceled }: OrderRow) => !isClosed && !isCanceled;
  const only = (column: HideableColumn, columns: readonly ExportColumn<OrderRow>[]) => (isShown(column) ? columns : []);
  const tagColumn = only("tags", [
    { head: "Теги", value: (row) => row.tags.flatMap((id) => tagNames.get(id) ?? []).join(", ") },
  ]);
  const customer = only("customer", [
    { head: "Клиент", value: ({ customerName }) => customerName ?? null },
    { head: "Телефон", value: ({ phone }) => formatPhone(phone) },
  ]);
  const address = only("address", [
    { head: "Адрес", value: ({ deliveryAddress, isInHall }) => deliveryAddress ?? pickupText(isInHall) },
    { head: "Комментарий", value: ({ note }) => note },
  ]);
  const external: ExportColumn<OrderRow> = { head: "Внешний заказ", value: ({ externalOrder }) => externalOrder };
  return [
    { head: "№", value: ({ internalId }) => internalId },
    { head: "Id", value: ({ id }) => id },
    { head: "Ко времени", value: (row) => formatDateTime(expectedAt(row), timeZone) },
    ...only("elapsed", [
      {
        head: "Прошло",
        value: (row) => (isOpen(row) ? formatElapsed(now - Date.parse(row.creationDate ?? row.date)) : null),
      },
    ]),
    { head: "Статус", value: ({ statusId }) => statusNames.get(statusId) ?? null },
    ...tagColumn,
    ...(view === "summary" ? [] : [...customer, ...address]),
    ...(view === "medium" ? [external] : []),
    ...only("courier", [{ head: "Курьер", value: ({ courierName }) => courierName ?? null }]),
    { head: "Сумма", value: ({ amount }) => amount },
    ...(view === "summary"
      ? []
      : [
          {
            head: "Не оплачено",
            value: ({ isCanceled, requiredAmount }: OrderRow) => (isCanceled ? null : (requiredAmount ?? null)),
          },
        ]),
  ];
};
