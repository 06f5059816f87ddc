import { formatNumber } from "#domain/figures.ts";
import { formatDay } from "#domain/format.ts";
import { formatAmount, formatMoney } from "#domain/money.ts";
import { formatQuantity } from "#domain/quantity.ts";
import { amountsOf, type CalculationPreview } from "#machines/stock/calculation.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { ScrollRegion } from "../../ui/ScrollRegion.tsx";
import type { StockCalculation } from "./useCalculation.ts";

const ChangedItems = ({ items }: { items: CalculationPreview["items"] }) => (
  <ScrollRegion label="Что изменится" className="max-h-72">
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Товар</th>
          <th scope="col" className="text-right">
            Списано
          </th>
          <th scope="col" className="text-right">
            Себестоимость, р.
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ id, title, unit, countBefore, countAfter, amountBefore, amountAfter }) => (
          <tr key={id}>
            <td className="hyphens-auto break-words">{title}</td>
            <td className="text-right">
              <span className="whitespace-nowrap">{formatQuantity(countBefore, unit)} →</span>{" "}
              <b className="whitespace-nowrap">{formatQuantity(countAfter, unit)}</b>
            </td>
            <td className="text-right">
              <span className="whitespace-nowrap">{formatAmount(amountBefore)} →</span>{" "}
              <b className="whitespace-nowrap">{formatAmount(amountAfter)}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollRegion>
);

const Preview = ({ preview }: { preview: CalculationPreview }) => {
  if (preview.count === 0) return <p>Всё сходится, исправлять нечего.</p>;
  const { before, after } = amountsOf(preview);
  return (
    <>
      <p>
        Изменится операций: <b>{formatNumber(preview.count)}</b>
        {before !== after && (
          <>
            . Себестоимость: <span className="whitespace-nowrap">{formatMoney(before)} →</span>{" "}
            <b className="whitespace-nowrap">{formatMoney(after)}</b>
          </>
        )}
      </p>
      {preview.items.length > 0 && <ChangedItems items={preview.items} />}
    </>
  );
};

const progressTexts = { previewing: "Смотрим, что изменится", running: "Пересчитываем" };

const Progress = ({ label, done, total }: { label: string; done: number; total: number }) => (
  <>
    <p role="status">
      {label}
      {total > 1 && `: неделя ${done + 1} из ${total}`}
    </p>
    <progress aria-label={label} className="h-2 w-full accent-accent" max={total} value={done} />
  </>
);

/**
 * Dialog of the recalculation of stock operations: the preview of the changes, the question, and the progress. Manual
 * operations and operations of stock documents are not changed (business, section 2).
 */
export const CalculationDialog = ({ calculation }: { calculation: StockCalculation }) => {
  const { state, why, confirm, cancel } = calculation;
  const { steps, done, preview, isStopping } = state.context;
  if (state.matches("idle")) return null;
  const isAsking = state.matches("confirming");
  const hasNothing = preview?.count === 0;
  const progress = state.matches("running") ? progressTexts.running : progressTexts.previewing;
  return (
    <Dialog
      title={state.matches("running") ? "Пересчёт склада" : "Пересчитать склад?"}
      onClose={cancel}
      size="medium"
      actions={
        <>
          <Button data-autofocus why={isStopping && "Останавливаем после этой недели"} onClick={cancel}>
            {isAsking ? (hasNothing ? "Закрыть" : "Нет") : state.matches("running") ? "Остановить" : "Отмена"}
          </Button>
          {isAsking && !hasNothing && (
            <Button kind="danger" why={why} onClick={confirm}>
              Да
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-3">
        {isAsking ? (
          <>
            <p className="wrap-anywhere">
              Списания по заказам с {formatDay(steps[0]?.start ?? "")} по {formatDay(steps.at(-1)?.end ?? "")} будут
              сделаны заново по нынешнему составу позиций меню
              {steps[0]?.stockItemId !== undefined && " — только по выбранному товару"}. Операции, внесённые вручную и
              по документам, останутся как есть.
            </p>
            {preview && <Preview preview={preview} />}
          </>
        ) : (
          <Progress label={progress} done={done} total={steps.length} />
        )}
      </div>
    </Dialog>
  );
};
