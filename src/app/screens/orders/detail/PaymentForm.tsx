import { Plus, Trash2 } from "lucide-react";
import type { ActorRefFrom, SnapshotFrom } from "xstate";
import { formatMoney, parseAmount, roundMoney } from "#domain/money.ts";
import { closesUnpaid, selectable } from "#machines/orders/statusChange.machine.ts";
import { type acceptPaymentMachine, cashOf } from "#machines/payments/acceptPayment.machine.ts";
import { amountOf, type Row, sumsOf, totalOf } from "#machines/payments/acceptPayment.ts";
import { usePermissions, useReferences } from "../../../context.ts";
import { lacks } from "../../../permissionNames.ts";
import { Button } from "../../../ui/Button.tsx";
import { ErrorBox } from "../../../ui/ErrorBox.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Note } from "../../../ui/Note.tsx";
import { TextArea } from "../../../ui/TextArea.tsx";
import { TextField } from "../../../ui/TextField.tsx";
import { AmountField } from "./AmountField.tsx";
import { DueStrip } from "./DueStrip.tsx";
import { MethodField } from "./MethodField.tsx";
import { StaleNote } from "./StaleNote.tsx";

interface Part {
  actor: ActorRefFrom<typeof acceptPaymentMachine>;
  context: SnapshotFrom<typeof acceptPaymentMachine>["context"];
}

const PaymentRow = ({ actor, context, row, place }: Part & { row: Row; place: number }) => {
  const isOver = totalOf(context.rows) > sumsOf(context.order, context.payments).due;
  return (
    <div className="flex items-start gap-2 max-[500px]:flex-wrap">
      <MethodField
        className="w-52 shrink-0 max-[500px]:min-w-0 max-[500px]:flex-1"
        methods={context.methods}
        value={row.methodId}
        onMethod={(methodId) => actor.send({ type: "row.method", id: row.id, methodId })}
      />
      <div className="min-w-0 flex-1 max-[500px]:order-last max-[500px]:basis-full">
        <AmountField
          label={context.rows.length > 1 ? `Сумма ${place}` : "Сумма"}
          text={row.text}
          error={isOver && amountOf(row) > 0 ? "Больше остатка" : undefined}
          onText={(text) => actor.send({ type: "row.type", id: row.id, text })}
          onFill={() => actor.send({ type: "row.fill", id: row.id })}
        />
      </div>
      {context.rows.length > 1 && (
        <Button
          kind="ghost"
          className="mt-5"
          aria-label={`Убрать способ ${place}`}
          title="Убрать способ"
          onClick={() => actor.send({ type: "row.remove", id: row.id })}
        >
          <Trash2 size={16} aria-hidden />
        </Button>
      )}
    </div>
  );
};

const Cash = ({ actor, context }: Part) => {
  const cash = cashOf(context);
  const given = parseAmount(context.given);
  if (!context.methods.some((method) => method.isCash && context.rows.some((row) => row.methodId === method.id)))
    return null;
  return (
    <div className="flex items-end gap-4 rounded-md border border-line px-3 py-2">
      <TextField
        label="Получено"
        className="w-36"
        inputMode="decimal"
        value={context.given}
        onText={(text) => actor.send({ type: "given.type", text })}
      />
      <p className="pb-1 text-sm text-muted" aria-live="polite">
        Сдача
        <b className="block text-lg text-text" data-change>
          {given === undefined || given < cash ? "—" : formatMoney(roundMoney(given - cash))}
        </b>
      </p>
      {context.order.deliveryChange !== null && (
        <p className="pb-2 text-sm text-muted">Просили сдачу с {formatMoney(context.order.deliveryChange)}</p>
      )}
    </div>
  );
};

const NewStatus = ({ actor, context }: Part) => {
  const may = usePermissions(context.order.companyId);
  const { statuses } = useReferences(context.order.companyId);
  const { status } = context;
  const { unpaid } = sumsOf(context.order, context.payments);
  const left = may("payment.confirm") ? roundMoney(unpaid - totalOf(context.rows)) : unpaid;
  return (
    <div className="grid gap-2">
      <Field label="Новый статус заказа" hint={may("order.changeStatus") ? undefined : lacks("order.changeStatus")}>
        {(control) => (
          <select
            {...control}
            className="field"
            disabled={!may("order.changeStatus")}
            value={status?.id ?? ""}
            onChange={(event) =>
              actor.send({
                type: "status.choose",
                status: statuses.find(({ id }) => String(id) === event.target.value) ?? null,
              })
            }
          >
            <option value="">Не менять</option>
            {selectable(statuses)
              .filter(({ id, isCancel }) => id !== context.order.statusId && !isCancel)
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </select>
        )}
      </Field>
      {status?.isRequireReason && (
        <TextArea
          label="Причина"
          isRequired
          maxLength={500}
          value={context.reason}
          onText={(text) => actor.send({ type: "reason.type", text })}
        />
      )}
      {status && closesUnpaid(left, status) && (
        <Note>
          Заказ закроется, хотя не оплачено {formatMoney(left)} {!may("payment.confirm") && lacks("payment.confirm")}
        </Note>
      )}
    </div>
  );
};

/** The rows of a payment, the cash that was received, and the new status. */
export const PaymentForm = ({ actor, context }: Part) => (
  <form
    className="grid gap-3"
    onSubmit={(event) => {
      event.preventDefault();
      actor.send({ type: "payment.submit" });
    }}
  >
    {context.message && !context.before && <ErrorBox message={context.message} />}
    <StaleNote before={context.before} order={context.order} />
    <DueStrip amount={context.order.amount} sums={sumsOf(context.order, context.payments)} />
    {context.rows.map((row, at) => (
      <PaymentRow key={row.id} actor={actor} context={context} row={row} place={at + 1} />
    ))}
    <div>
      <Button
        kind="ghost"
        why={context.rows.length >= context.methods.length && "Все способы уже выбраны"}
        onClick={() => actor.send({ type: "row.add" })}
      >
        <Plus size={16} aria-hidden />
        Добавить способ
      </Button>
    </div>
    <Cash actor={actor} context={context} />
    <NewStatus actor={actor} context={context} />
    <button type="submit" hidden />
  </form>
);
