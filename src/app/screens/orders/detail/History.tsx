import type { Schemas } from "#api/client.ts";
import { formatDateTime } from "#domain/format.ts";
import { orderHistoryQuery } from "#machines/queries/orderRecords.ts";
import { usePermissions, useTimeZone } from "../../../services/context.ts";
import { missingPermission } from "../../../services/permissionReasons.ts";
import { useQuery } from "../../../shared/useQuery.ts";
import { Button } from "../../../ui/Button.tsx";
import { ErrorBox } from "../../../ui/ErrorBox.tsx";
import { useOrderSnapshot } from "./useDetail.ts";

type Entry = Schemas["OrderHistoryEntry"];

const elements: Record<Entry["typeElement"], string> = {
  Order: "Заказ",
  Item: "Позиция",
  Discount: "Скидка",
  Status: "Статус",
  Payment: "Оплата",
  Tag: "Тег",
  Delivery: "Доставка",
  Print: "Печать",
};

const operations: Record<Entry["type"], string> = { Add: "добавление", Update: "изменение", Delete: "удаление" };

const Skeleton = () => (
  <tbody aria-hidden>
    {["a", "b", "c", "d", "e"].map((row) => (
      <tr key={row}>
        <td colSpan={5}>
          <span className="block h-3 animate-pulse rounded bg-sunken" />
        </td>
      </tr>
    ))}
  </tbody>
);

const Entries = () => {
  const { order } = useOrderSnapshot();
  const { companyId, id: orderId, version } = order;
  const timeZone = useTimeZone(companyId);
  const { shown, error, refresh } = useQuery(orderHistoryQuery, { companyId, orderId, version });
  const entries = shown?.answer;
  if (error !== undefined) {
    return (
      <ErrorBox message={error}>
        <Button onClick={refresh}>Повторить</Button>
      </ErrorBox>
    );
  }
  return (
    <div className="sheet">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Что</th>
            <th scope="col" className="max-[700px]:hidden">
              Операция
            </th>
            <th scope="col">Дата</th>
            <th scope="col" className="max-[700px]:hidden">
              Сотрудник
            </th>
            <th scope="col">Значение</th>
          </tr>
        </thead>
        {entries === undefined ? (
          <Skeleton />
        ) : (
          <tbody>
            {entries.map((entry) => (
              <tr key={entry.id}>
                <td className="max-[700px]:py-1.5">
                  {elements[entry.typeElement]}
                  <span className="block text-xs text-muted wrap-anywhere min-[701px]:hidden">
                    {operations[entry.type]} · {entry.employeeAlias ?? "система"}
                  </span>
                </td>
                <td className="text-muted max-[700px]:hidden">{operations[entry.type]}</td>
                <td className="min-[701px]:whitespace-nowrap">{formatDateTime(entry.date, timeZone)}</td>
                <td className="max-[700px]:hidden">
                  {entry.employeeAlias ?? <span className="text-muted">система</span>}
                </td>
                <td className="py-1.5 wrap-anywhere">{entry.newName}</td>
              </tr>
            ))}
          </tbody>
        )}
      </table>
      {entries?.length === 0 && <p className="px-4 py-8 text-center text-sm text-muted">Записей пока нет.</p>}
    </div>
  );
};

/**
 * List of the changes that users and the system made to the order. Users without the required permission see the
 * name of the permission instead.
 */
export const History = () => {
  const hasPermission = usePermissions(useOrderSnapshot().order.companyId);
  if (hasPermission("order.history")) return <Entries />;
  return <p className="sheet px-4 py-8 text-center text-sm text-muted">{missingPermission("order.history")}</p>;
};
