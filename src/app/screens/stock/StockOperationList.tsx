import { Plus } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { formatDay } from "#domain/format.ts";
import { readPeriod } from "#machines/reports/period.ts";
import { stockOperations } from "#machines/stock/operations.ts";
import { useCommands } from "../../commands.ts";
import { useTimeZone } from "../../context.ts";
import { ActionLink } from "../../resource/ActionLink.tsx";
import { ConfirmCommand } from "../../resource/ConfirmCommand.tsx";
import { freshness } from "../../resource/freshness.ts";
import { ListErrors } from "../../resource/ListErrors.tsx";
import { useView } from "../../resource/useView.ts";
import { Button } from "../../ui/Button.tsx";
import { useTitle } from "../../useTitle.ts";
import { useQueryString } from "../statistics/useQueryString.ts";
import { useToday } from "../statistics/useToday.ts";
import { BalanceChart } from "./BalanceChart.tsx";
import { OperationFilters } from "./OperationFilters.tsx";
import { OperationTable } from "./OperationTable.tsx";
import { readStockItem } from "./readStockItem.ts";
import { useCalculation } from "./useCalculation.ts";
import { useWhyNotStock } from "./useWhyNotStock.ts";

const TITLE = "Складские операции";

/** What came into the stock and went out of it in a period, of one stock item with its balance (business, section 2). */
export const StockOperationList = ({ companyId }: { companyId: number }) => {
  const path = `/Company/${companyId}`;
  const [, navigate] = useLocation();
  const { search, change } = useQueryString();
  const whyNot = useWhyNotStock(companyId);
  const timeZone = useTimeZone(companyId);
  const stockItemId = readStockItem(search);
  const period = readPeriod(new URLSearchParams(search), useToday(companyId));
  const query = { companyId, start: period.start, end: period.end, stockItemId };
  const view = useView(stockOperations, query);
  const [round, setRound] = useState(0);
  const refresh = () => {
    view.refresh();
    setRound((before) => before + 1);
  };
  const calculation = useCalculation(query, refresh);
  const whyNoCalculation = whyNot ?? (calculation.isBusy ? "Склад пересчитывается" : undefined);
  const add = `${path}/StockOperation/Add${stockItemId === undefined ? "" : `?stockItem=${stockItemId}`}`;
  useTitle(TITLE);
  useCommands([
    { title: "Обновить список", keys: "r", run: refresh },
    { title: "Добавить операцию", why: whyNot, run: () => navigate(add) },
    { title: "Пересчитать склад", why: whyNoCalculation, run: calculation.ask },
  ]);
  return (
    <>
      <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1>{TITLE}</h1>
        <p className="text-sm text-muted">{freshness(view.shown, timeZone)}</p>
        <span className="flex-1" />
        <Button onClick={refresh} keys="R">
          Обновить
        </Button>
        <Button why={whyNoCalculation} onClick={calculation.ask}>
          {calculation.isBusy ? "Пересчитываем…" : "Пересчитать"}
        </Button>
        <ActionLink href={add} kind="primary" why={whyNot}>
          <Plus size={16} aria-hidden />
          Добавить операцию
        </ActionLink>
      </header>
      <ListErrors error={view.error} refusal={calculation.problem} onRetry={refresh} onDismiss={calculation.dismiss} />
      <OperationFilters
        companyId={companyId}
        stockItemId={stockItemId}
        period={period}
        change={(patch) => change({ page: "", ...patch })}
      />
      {stockItemId !== undefined && <BalanceChart key={round} query={{ ...query, stockItemId }} />}
      <OperationTable companyId={companyId} view={view} />
      {calculation.isAsking && (
        <ConfirmCommand
          title="Пересчитать склад?"
          question={`Списания по заказам с ${formatDay(period.start)} по ${formatDay(period.end)} будут сделаны заново по нынешнему составу позиций меню${stockItemId === undefined ? "" : " — только по выбранному товару"}. Операции, внесённые вручную и по документам, останутся как есть.`}
          onYes={calculation.confirm}
          onNo={calculation.cancel}
        />
      )}
    </>
  );
};
