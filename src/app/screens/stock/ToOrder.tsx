import { useMemo, useState } from "react";
import { formatMoney } from "#domain/money.ts";
import { makeToOrderTable, stockToOrderQuery } from "#machines/queries/stockToOrder.ts";
import { groupBySupplier, orderSum, type TypedCounts } from "#machines/stock/toOrder.ts";
import { ListErrors } from "../../directory/ListErrors.tsx";
import { useCommands } from "../../keyboard/commands.ts";
import { useApi, useCompany, useTimeZone } from "../../services/context.ts";
import { QueryHeader } from "../../shared/QueryHeader.tsx";
import { TableExport } from "../../shared/TableExport.tsx";
import { useQuery } from "../../shared/useQuery.ts";
import { useTitle } from "../../shared/useTitle.ts";
import { PrintToOrder } from "./PrintToOrder.tsx";
import { ToOrderGroup } from "./ToOrderGroup.tsx";

const TITLE = "Что заказать";

/** Screen of the stock items below their minimum, by supplier, with the quantities to order. */
export const ToOrder = ({ companyId }: { companyId: number }) => {
  const view = useQuery(stockToOrderQuery, { companyId });
  const [typed, setTyped] = useState<TypedCounts>({});
  const api = useApi();
  const timeZone = useTimeZone(companyId);
  const company = useCompany(companyId)?.name ?? "";
  const rows = view.shown?.answer;
  const orders = useMemo(() => groupBySupplier(rows ?? []), [rows]);
  useTitle(TITLE);
  useCommands([{ title: "Обновить", keys: "r", run: view.refresh }]);
  return (
    <>
      <QueryHeader title={TITLE} shown={view.shown} timeZone={timeZone} onRefresh={view.refresh}>
        {rows && rows.length > 0 && (
          <>
            <PrintToOrder orders={orders} typed={typed} company={company} />
            <TableExport name={TITLE} make={makeToOrderTable(api, { companyId })} />
          </>
        )}
      </QueryHeader>
      <ListErrors error={view.error} refusal={undefined} onRetry={view.refresh} onDismiss={() => undefined} />
      {!rows && !view.error && <p role="status">Читаем остатки…</p>}
      {rows?.length === 0 && (
        <p className="card text-muted">
          Всего хватает. Здесь появятся товары, которых осталось меньше минимума. Минимум задают в списке «Склад».
        </p>
      )}
      {rows && rows.length > 0 && (
        <p role="status" className="mb-2 text-sm text-muted">
          Всего на <b className="whitespace-nowrap text-text">{formatMoney(orderSum(rows, typed))}</b> по прошлым ценам
        </p>
      )}
      <div className="grid gap-4">
        {orders.map((order) => (
          <ToOrderGroup
            key={order.supplierId ?? 0}
            companyId={companyId}
            company={company}
            order={order}
            typed={typed}
            onType={(id, text) => setTyped((before) => ({ ...before, [id]: text }))}
          />
        ))}
      </div>
    </>
  );
};
