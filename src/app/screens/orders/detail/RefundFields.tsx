import type { KeyboardEvent } from "react";
import type { ActorRefFrom, SnapshotFrom } from "xstate";
import { formatDateTime } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { portionsPrice } from "#domain/refund.ts";
import type { confirmFormMachine } from "#machines/payments/confirmForm.machine.ts";
import { leftOfPayment } from "#machines/payments/orderSnapshot.ts";
import {
  linesToRefund,
  pendingRefundOf,
  type RefundMode,
  reasonNotToRefund,
  refundedPayment,
} from "#machines/payments/refundForm.ts";
import { useTimeZone } from "../../../services/context.ts";
import { FilterChips } from "../../../ui/FilterChips.tsx";
import { Note } from "../../../ui/Note.tsx";
import { TextField } from "../../../ui/TextField.tsx";
import { refundReasonText } from "./dialogReasonTexts.ts";

type FormActor = ActorRefFrom<typeof confirmFormMachine>;

interface Props {
  form: FormActor;
  context: SnapshotFrom<typeof confirmFormMachine>["context"];
}

type Line = ReturnType<typeof linesToRefund>[number];

const step =
  "min-h-8 min-w-8 bg-sunken text-muted hover:text-text pointer-coarse:min-h-10 pointer-coarse:min-w-10 disabled:opacity-40";

const Portions = ({ form, line, count }: { form: FormActor; line: Line; count: number }) => {
  const { item, left } = line;
  const set = (next: number) =>
    form.send({ type: "line.count", id: item.id, count: Math.max(0, Math.min(left, next)) });
  const press = (event: KeyboardEvent) => {
    const change = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!change) return;
    event.preventDefault();
    set(count + change);
  };
  return (
    <span className="inline-flex items-stretch overflow-hidden rounded-md border border-line">
      <button
        type="button"
        tabIndex={-1}
        className={step}
        aria-label={`${item.name}: меньше`}
        disabled={count === 0}
        onClick={() => set(count - 1)}
      >
        −
      </button>
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        aria-label={`${item.name}: сколько вернуть`}
        className="w-10 bg-transparent text-center font-semibold"
        value={count}
        onFocus={(event) => event.target.select()}
        onKeyDown={press}
        onChange={(event) => set(Number(/^\d{0,6}$/.exec(event.target.value)?.[0] ?? count))}
      />
      <button
        type="button"
        tabIndex={-1}
        className={step}
        aria-label={`${item.name}: больше`}
        disabled={count === left}
        onClick={() => set(count + 1)}
      >
        +
      </button>
    </span>
  );
};

const Lines = ({ form, context }: Props) => {
  const lines = linesToRefund(context.snapshot);
  if (lines.length === 0) return <p className="text-sm text-muted">Все блюда заказа уже вернули.</p>;
  return (
    <ul aria-label="Блюда" className="grid gap-1 rounded-md border border-line p-2">
      {lines.map((line) => {
        const count = Math.min(context.counts[line.item.id] ?? 0, line.left);
        return (
          <li key={line.item.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 flex-1 basis-40">
              <span className="font-semibold wrap-anywhere">{line.item.name}</span>
              <span className="block text-xs whitespace-nowrap text-muted">
                {line.left} шт. на {formatMoney(portionsPrice(line, line.left))}
              </span>
            </span>
            <Portions form={form} line={line} count={count} />
          </li>
        );
      })}
    </ul>
  );
};

const MODES: readonly { readonly value: RefundMode; readonly title: string }[] = [
  { value: "amount", title: "Суммой" },
  { value: "lines", title: "По блюдам" },
];

/**
 * Fields of a refund: an amount or dishes. While the provider has not answered an earlier refund, no fields are shown,
 * because that refund can only be repeated unchanged.
 */
export const RefundFields = ({ form, context }: Props) => {
  const payment = refundedPayment(context);
  const timeZone = useTimeZone(context.snapshot.order.companyId);
  const pending = pendingRefundOf(payment);
  if (payment === undefined) return null;
  if (pending)
    return (
      <Note>
        <span>
          Возврат {formatMoney(pending.amount)} начат {formatDateTime(pending.date, timeZone)}, но платёжная система ещё
          не ответила. Повторите его: деньги не уйдут дважды.
        </span>
      </Note>
    );
  const reason = reasonNotToRefund(context);
  const isOver = reason?.code === "overLeft" || reason?.code === "overPrice";
  return (
    <form
      className="mt-3 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        form.send({ type: "form.submit" });
      }}
    >
      <FilterChips
        label="Что вернуть"
        options={MODES}
        value={context.mode}
        onChoose={(value) => form.send({ type: "mode.choose", mode: value === "lines" ? "lines" : "amount" })}
      />
      {context.mode === "lines" && <Lines form={form} context={context} />}
      <TextField
        label="Сумма возврата, р."
        className="w-56"
        inputMode="decimal"
        data-amount
        placeholder="0"
        hint={`По оплате осталось ${formatMoney(leftOfPayment(payment))}`}
        error={isOver ? refundReasonText(reason) : undefined}
        value={context.text}
        onFocus={(event) => event.target.select()}
        onText={(text) => form.send({ type: "amount.type", text })}
      />
      <button type="submit" hidden />
    </form>
  );
};
