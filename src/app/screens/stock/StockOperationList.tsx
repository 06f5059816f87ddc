import { Plus } from "lucide-react";
import { useLocation } from "wouter";
import { readPeriod } from "#machines/queries/period.ts";
import { stockOperationsQuery } from "#machines/queries/stockOperations.ts";
import { ListErrors } from "../../directory/ListErrors.tsx";
import { RowsExport } from "../../directory/RowsExport.tsx";
import { useCommands } from "../../keyboard/commands.ts";
import { useTimeZone } from "../../services/context.ts";
import { ActionLink } from "../../shared/ActionLink.tsx";
import { QueryHeader } from "../../shared/QueryHeader.tsx";
import { readIdParameter } from "../../shared/readIdParameter.ts";
import { useQuery } from "../../shared/useQuery.ts";
import { useQueryString } from "../../shared/useQueryString.ts";
import { useGroupMember, useRefreshGroup } from "../../shared/useRefreshGroup.ts";
import { useTitle } from "../../shared/useTitle.ts";
import { useToday } from "../../shared/useToday.ts";
import { Button } from "../../ui/Button.tsx";
import { BalanceChart } from "./BalanceChart.tsx";
import { CalculationDialog } from "./CalculationDialog.tsx";
import { OperationFilters } from "./OperationFilters.tsx";
import { OperationTable } from "./OperationTable.tsx";
import { operationExportColumns } from "./operationExport.ts";
import { useCalculation } from "./useCalculation.ts";
import { useReasonNotToEditStock } from "./useReasonNotToEditStock.ts";

const TITLE = "Складские операции";

/**
 * List of the stock operations of a period. If one stock item is chosen, the chart of its balance is shown too
 * (business, section 2).
 */
export const StockOperationList = ({ companyId }: { companyId: number }) => {
  const path = `/Company/${companyId}`;
  const [, navigate] = useLocation();
  const { search, change } = useQueryString();
  const reason = useReasonNotToEditStock(companyId);
  const timeZone = useTimeZone(companyId);
  const stockItemId = readIdParameter(search, "stockItem");
  const period = readPeriod(new URLSearchParams(search), useToday(companyId));
  const query = { companyId, start: period.start, end: period.end, stockItemId };
  const view = useQuery(stockOperationsQuery, query);
  const group = useRefreshGroup();
  useGroupMember(group, view);
  const calculation = useCalculation(query, group.refresh);
  const addPath = `${path}/StockOperation/Add${stockItemId === undefined ? "" : `?stockItem=${stockItemId}`}`;
  useTitle(TITLE);
  useCommands([
    { title: "Обновить список", keys: "r", run: group.refresh },
    { title: "Добавить операцию", why: reason, run: () => navigate(addPath) },
    { title: "Пересчитать склад", why: calculation.why, run: calculation.ask },
  ]);
  return (
    <>
      <QueryHeader title={TITLE} shown={view.shown} timeZone={timeZone} onRefresh={group.refresh}>
        <RowsExport
          name={TITLE}
          columns={() => operationExportColumns(timeZone)}
          rows={() => view.shown?.answer ?? []}
        />
        <Button why={calculation.why} onClick={calculation.ask}>
          Пересчитать
        </Button>
        <ActionLink href={addPath} kind="primary" why={reason}>
          <Plus size={16} aria-hidden />
          Добавить операцию
        </ActionLink>
      </QueryHeader>
      <ListErrors
        error={view.error}
        refusal={calculation.problem}
        onRetry={group.refresh}
        onDismiss={calculation.dismiss}
      />
      <OperationFilters
        companyId={companyId}
        stockItemId={stockItemId}
        period={period}
        change={(patch) => change({ page: "", ...patch })}
      />
      {stockItemId !== undefined && <BalanceChart query={{ ...query, stockItemId }} group={group} />}
      <OperationTable companyId={companyId} view={view} />
      <CalculationDialog calculation={calculation} />
    </>
  );
};
