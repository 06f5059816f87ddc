import { formatDateTime } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import type { Order } from "#machines/queries/order.ts";
import { orderPrimeCostQuery } from "#machines/queries/orderRecords.ts";
import { usePermissions, useTimeZone } from "../../../services/context.ts";
import { missingPermission } from "../../../services/permissionReasons.ts";
import { useQuery } from "../../../shared/useQuery.ts";
import { Button } from "../../../ui/Button.tsx";
import { Facts } from "./Facts.tsx";
import { PrintProblem } from "./PrintProblem.tsx";
import { useOrderSnapshot } from "./useDetail.ts";
import { usePrint } from "./usePrint.ts";

const PrimeCost = () => {
  const { order } = useOrderSnapshot();
  const { companyId, id: orderId, version } = order;
  const { shown, error, refresh } = useQuery(orderPrimeCostQuery, { companyId, orderId, version });
  if (error !== undefined) {
    return (
      <span className="flex flex-wrap items-center gap-2 text-negative">
        {error}
        <Button onClick={refresh}>Повторить</Button>
      </span>
    );
  }
  if (!shown) return <span className="block h-3 w-24 animate-pulse rounded bg-sunken" />;
  return formatMoney(shown.answer.primeCost);
};

const isWeb = (address: string): boolean => /^https?:\/\//i.test(address);

const externalFacts = ({ id, orderUrl }: NonNullable<Order["externalSystemInfo"]>) => {
  const link = orderUrl && isWeb(orderUrl) && (
    <a className="text-accent underline" href={orderUrl} target="_blank" rel="noreferrer">
      Открыть
    </a>
  );
  return [["Номер во внешней системе", id] as const, ["Заказ во внешней системе", link] as const];
};

/**
 * Card with the operator, creation time, cost price, external system and id of the order. A button prints the used
 * stock items.
 */
export const Details = () => {
  const { order } = useOrderSnapshot();
  const printer = usePrint(order);
  const timeZone = useTimeZone(order.companyId);
  const hasPermission = usePermissions(order.companyId);
  const cost = hasPermission("finance.view") ? (
    <PrimeCost />
  ) : (
    <span className="text-muted">{missingPermission("finance.view")}</span>
  );
  const external = order.externalSystemInfo;
  return (
    <div className="grid gap-3">
      <Facts
        facts={[
          ["Принял", order.operatorAlias],
          ["Создан", formatDateTime(order.creationDate, timeZone)],
          ["Себестоимость", cost],
          ["Внешняя система", external?.name],
          ...(external ? externalFacts(external) : []),
          ["Полный номер", String(order.id)],
        ]}
      />
      <p>
        <Button why={printer.why} onClick={() => printer.print("usedStockItems")}>
          Печать использованных позиций склада
        </Button>
      </p>
      <PrintProblem printer={printer} />
    </div>
  );
};
