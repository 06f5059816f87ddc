import { useSelector } from "@xstate/react";
import { useCallback, useRef } from "react";
import { writeNumber } from "#domain/figures.ts";
import { calculationActors } from "#machines/stock/calculation.actors.ts";
import type { OperationsQuery } from "#machines/stock/operations.ts";
import { useApi } from "../../context.ts";
import { toast } from "../../ui/toast.ts";
import { useTask } from "../notifications/useTask.ts";

const wordsOf = (count: number): string =>
  count === 0
    ? "Склад пересчитан: исправлять было нечего"
    : `Склад пересчитан: исправлено операций: ${writeNumber(count)}`;

/** The recalculation of the operations that are shown; `onDone` when some may have changed. */
export const useCalculation = (query: OperationsQuery, onDone: () => void) => {
  const asked = useRef(query);
  asked.current = query;
  const told = useRef(onDone);
  told.current = onDone;
  const task = useTask(
    calculationActors(useApi(), () => asked.current),
    useCallback((count: number) => {
      toast(wordsOf(count));
      told.current();
    }, []),
  );
  const state = useSelector(task, (snapshot) => snapshot);
  return {
    isAsking: state.matches("confirming"),
    isBusy: state.hasTag("busy"),
    problem: state.context.problem,
    ask: () => task.send({ type: "task.ask", id: 0 }),
    confirm: () => task.send({ type: "task.confirm" }),
    cancel: () => task.send({ type: "task.cancel" }),
    dismiss: () => task.send({ type: "problem.dismiss" }),
  };
};
