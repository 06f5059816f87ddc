import { useSelector } from "@xstate/react";
import { Plus, Trash2 } from "lucide-react";
import type { ActorRefFrom, SnapshotFrom } from "xstate";
import { formatMoney, parseAmount, roundMoney } from "#domain/money.ts";
import { closesUnpaid, selectableStatuses } from "#machines/orders/status/statusChange.ts";
import { type AmountRow, amountOf, likelyCash, sumOfRows, toInputText } from "#machines/payments/amounts.ts";
import { paymentSums } from "#machines/payments/orderSnapshot.ts";
import { cashOf, countParts, type paymentFormMachine } from "#machines/payments/paymentForm.machine.ts";
import { isPermitted } from "#machines/session/permissions.ts";
import { useOverridable } from "../../../overrides/useOverridable.ts";
import { usePermissions, useReferences } from "../../../services/context.ts";
import { missingPermission } from "../../../services/permissionReasons.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FilterChips } from "../../../ui/FilterChips.tsx";
import { MenuSelect } from "../../../ui/MenuSelect.tsx";
import { Note } from "../../../ui/Note.tsx";
import { TextArea } from "../../../ui/TextArea.tsx";
import { TextField } from "../../../ui/TextField.tsx";
import { AmountField } from "./AmountField.tsx";
import { DueStrip } from "./DueStrip.tsx";
import { MethodField } from "./MethodField.tsx";

type FormActor = ActorRefFrom<typeof paymentFormMachine>;

interface PartProps {
  form: FormActor;
  context: SnapshotFrom<typeof paymentFormMachine>["context"];
}

const PaymentRow = ({ form, context, row, place }: PartProps & { row: AmountRow; place: number }) => {
  const { order, payments } = context.snapshot;
  const isOver = sumOfRows(context.rows) > paymentSums(order, payments).due;
  return (
    <div className="flex flex-wrap items-start gap-2">
      <MethodField
        label={context.rows.length > 1 ? `Способ ${place}` : "Способ"}
        className="min-w-0 basis-full"
        methods={context.methods}
        value={row.methodId}
        onMethod={(methodId) => form.send({ type: "row.method", id: row.id, methodId })}
      />
      <div className="min-w-0 flex-1">
        <AmountField
          label={context.rows.length > 1 ? `Сумма ${place}` : "Сумма"}
          text={row.text}
          error={isOver && amountOf(row) > 0 ? "Больше остатка" : undefined}
          onText={(text) => form.send({ type: "row.type", id: row.id, text })}
          onFill={() => form.send({ type: "row.fill", id: row.id })}
        />
      </div>
      {context.rows.length > 1 && (
        <Button
          kind="ghost"
          className="mt-5"
          aria-label={`Убрать способ ${place}`}
          title="Убрать способ"
          onClick={() => form.send({ type: "row.remove", id: row.id })}
        >
          <Trash2 size={16} aria-hidden />
        </Button>
      )}
    </div>
  );
};

const SPLITS = [1, 2, 3, 4, 5, 6];

/** Buttons that divide the amount due into equal payments. */
const Split = ({ form, context }: PartProps) => (
  <FilterChips
    label="На сколько частей разделить сумму"
    options={SPLITS.map((count) => ({ value: String(count), title: count === 1 ? "Целиком" : `на ${count}` }))}
    value={String(countParts(context) ?? "")}
    onChoose={(count) => form.send({ type: "rows.split", count: Number(count) })}
  />
);

const Cash = ({ form, context }: PartProps) => {
  const cash = cashOf(context);
  const given = parseAmount(context.given);
  if (!context.methods.some((method) => method.isCash && context.rows.some((row) => row.methodId === method.id)))
    return null;
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-1 rounded-md border border-line px-3 py-2">
      <TextField
        label="Получено"
        className="w-36"
        inputMode="decimal"
        value={context.given}
        onText={(text) => form.send({ type: "given.type", text })}
      />
      <span className="flex flex-wrap gap-2 pb-1">
        {likelyCash(cash).map((amount) => (
          <button
            key={amount}
            type="button"
            className="chip"
            aria-label={`Получено ${formatMoney(amount)}`}
            aria-pressed={given === amount}
            onClick={() => form.send({ type: "given.type", text: toInputText(amount) })}
          >
            {amount === cash ? "Без сдачи" : formatMoney(amount).replace(",00", "")}
          </button>
        ))}
      </span>
      <p className="pb-1 text-sm text-muted" aria-live="polite">
        Сдача
        <b className="block text-xl text-text" data-change>
          {given === undefined || given < cash ? "—" : formatMoney(roundMoney(given - cash))}
        </b>
      </p>
      {context.snapshot.order.deliveryChange !== null && (
        <p className="pb-2 text-sm text-muted">Просили сдачу с {formatMoney(context.snapshot.order.deliveryChange)}</p>
      )}
    </div>
  );
};

const NewStatus = ({ form, context }: PartProps) => {
  const { order, payments } = context.snapshot;
  const hasPermission = usePermissions(order.companyId);
  const { permissions, hintOf } = useOverridable(order.companyId);
  const mayChange = isPermitted(permissions, "order.changeStatus");
  const { statuses } = useReferences(order.companyId);
  const { status } = context;
  const choose = (chosen: (typeof statuses)[number] | null) => form.send({ type: "status.choose", status: chosen });
  const { unpaid } = paymentSums(order, payments);
  const left = hasPermission("payment.confirm") ? roundMoney(unpaid - sumOfRows(context.rows)) : unpaid;
  return (
    <div className="grid gap-2">
      <Field
        label="Новый статус заказа"
        hint={
          mayChange
            ? hintOf("order.changeStatus") && `${hintOf("order.changeStatus")}.`
            : missingPermission("order.changeStatus")
        }
      >
        {(control) => (
          <MenuSelect
            control={control}
            label="Новый статус заказа"
            isDisabled={!mayChange}
            options={[
              { id: 0, title: "Не менять", isCurrent: status === null, run: () => choose(null) },
              ...selectableStatuses(statuses)
                .filter(({ id, isCancel }) => id !== order.statusId && !isCancel)
                .map((option) => ({
                  id: option.id,
                  title: option.name,
                  colour: option.color,
                  isCurrent: option.id === status?.id,
                  run: () => choose(option),
                })),
            ]}
          />
        )}
      </Field>
      {status?.isRequireReason && (
        <TextArea
          label="Причина"
          isRequired
          maxLength={500}
          value={context.reason}
          onText={(text) => form.send({ type: "reason.type", text })}
        />
      )}
      {status && closesUnpaid(left, status) && (
        <Note>
          Заказ закроется, хотя не оплачено {formatMoney(left)}{" "}
          {!hasPermission("payment.confirm") && (hintOf("payment.confirm") ?? missingPermission("payment.confirm"))}
        </Note>
      )}
    </div>
  );
};

/** Form fields of a payment: an amount for each payment method, the cash received, and the new order status. */
export const PaymentForm = ({ form }: { form: FormActor }) => {
  const context = useSelector(form, (state) => state.context);
  const { order, payments } = context.snapshot;
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        form.send({ type: "form.submit" });
      }}
    >
      <DueStrip amount={order.amount} sums={paymentSums(order, payments)} />
      {context.rows.map((row, at) => (
        <PaymentRow key={row.id} form={form} context={context} row={row} place={at + 1} />
      ))}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="flex flex-wrap items-center gap-2">
          <span className="text-xs text-muted">Разделить</span>
          <Split form={form} context={context} />
        </span>
        <Button
          kind="ghost"
          why={context.rows.length >= context.methods.length && "Все способы уже выбраны"}
          onClick={() => form.send({ type: "row.add" })}
        >
          <Plus size={16} aria-hidden />
          Добавить способ
        </Button>
      </div>
      <Cash form={form} context={context} />
      <NewStatus form={form} context={context} />
      <button type="submit" hidden />
    </form>
  );
};
