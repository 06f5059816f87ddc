import { useSelector } from "@xstate/react";
import { useEffect } from "react";
import { formatNumber } from "#domain/figures.ts";
import type { OperationsQuery } from "#machines/queries/stockOperations.ts";
import { calculationActors } from "#machines/stock/calculation.actors.ts";
import {
  type CalculationReason,
  calculationMachine,
  reasonNotToCalculate,
} from "#machines/stock/calculation.machine.ts";
import { useApi, useCompany } from "../../services/context.ts";
import { failureText } from "../../services/failureText.ts";
import { missingPermission } from "../../services/permissionReasons.ts";
import { useEmitted } from "../../shared/useEmitted.ts";
import { useProvidedActor } from "../../shared/useProvidedActor.ts";
import { toast } from "../../ui/toast.ts";

const doneText = (count: number | undefined, isWhole: boolean): string => {
  const state = isWhole ? "Склад пересчитан" : "Пересчёт остановлен";
  if (count === undefined) return state;
  return count === 0 ? `${state}: исправлять было нечего` : `${state}: исправлено операций: ${formatNumber(count)}`;
};

const calculationReasonText = (reason: CalculationReason | undefined): string | undefined => {
  if (!reason) return undefined;
  return reason.code === "busy" ? "Склад пересчитывается" : missingPermission(reason.permission);
};

/**
 * Runs the machine that recalculates stock operations while the component is mounted. When operations may have
 * changed, shows a toast with the result and calls `onDone`.
 */
export const useCalculation = (query: OperationsQuery, onDone: () => void) => {
  const api = useApi();
  const permissions = useCompany(query.companyId)?.permissions;
  const calculation = useProvidedActor(calculationMachine, () => calculationActors(api), { permissions });
  useEffect(() => calculation.send({ type: "permissions.change", permissions }), [calculation, permissions]);
  const state = useSelector(calculation, (snapshot) => snapshot);
  useEmitted(calculation, {
    "calculation.done": ({ count, isWhole }) => {
      toast(doneText(count, isWhole));
      onDone();
    },
  });
  return {
    state,
    why: calculationReasonText(reasonNotToCalculate(state)),
    problem: failureText(state.context.failure),
    ask: () => calculation.send({ type: "calculation.ask", query }),
    confirm: () => calculation.send({ type: "calculation.confirm" }),
    cancel: () => calculation.send({ type: "calculation.cancel" }),
    dismiss: () => calculation.send({ type: "failure.dismiss" }),
  };
};

export type StockCalculation = ReturnType<typeof useCalculation>;
