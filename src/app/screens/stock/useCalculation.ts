import { useSelector } from "@xstate/react";
import { formatNumber } from "#domain/figures.ts";
import type { OperationsQuery } from "#machines/queries/stockOperations.ts";
import { calculationActors } from "#machines/stock/calculation.actors.ts";
import { calculationMachine } from "#machines/stock/calculation.machine.ts";
import { useApi } from "../../services/context.ts";
import { failureText } from "../../services/failureText.ts";
import { useEmitted } from "../../shared/useEmitted.ts";
import { useProvidedActor } from "../../shared/useProvidedActor.ts";
import { toast } from "../../ui/toast.ts";

const doneText = (count: number | undefined, isWhole: boolean): string => {
  const state = isWhole ? "Склад пересчитан" : "Пересчёт остановлен";
  if (count === undefined) return state;
  return count === 0 ? `${state}: исправлять было нечего` : `${state}: исправлено операций: ${formatNumber(count)}`;
};

/**
 * Runs the machine that recalculates stock operations while the component is mounted. `onDone` is called when
 * operations may have changed.
 */
export const useCalculation = (query: OperationsQuery, onDone: () => void) => {
  const api = useApi();
  const calculation = useProvidedActor(calculationMachine, () => calculationActors(api));
  const state = useSelector(calculation, (snapshot) => snapshot);
  useEmitted(calculation, {
    "calculation.done": ({ count, isWhole }) => {
      toast(doneText(count, isWhole));
      onDone();
    },
  });
  return {
    state,
    isBusy: state.hasTag("busy"),
    problem: failureText(state.context.failure),
    ask: () => calculation.send({ type: "calculation.ask", query }),
    confirm: () => calculation.send({ type: "calculation.confirm" }),
    cancel: () => calculation.send({ type: "calculation.cancel" }),
    dismiss: () => calculation.send({ type: "failure.dismiss" }),
  };
};

export type StockCalculation = ReturnType<typeof useCalculation>;
