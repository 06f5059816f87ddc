import { useSelector } from "@xstate/react";
import { Suspense, useEffect } from "react";
import type { ActorRefFrom, SnapshotFrom } from "xstate";
import { formatMoney } from "#domain/money.ts";
import type { DeliveryOrder } from "#machines/boards/delivery.ts";
import { doorInvoiceActors } from "#machines/payments/doorInvoice.actors.ts";
import { doorInvoiceMachine } from "#machines/payments/doorInvoice.machine.ts";
import { type DoorOrder, reasonNotToInvoice } from "#machines/payments/doorInvoice.ts";
import { useCompany, useServices } from "../../services/context.ts";
import { failureText } from "../../services/failureText.ts";
import { permissionReasonText } from "../../services/permissionReasons.ts";
import { useProvidedActor } from "../../shared/useProvidedActor.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { ErrorBox } from "../../ui/ErrorBox.tsx";
import { Note } from "../../ui/Note.tsx";
import { QrCode } from "../../ui/QrCode.tsx";
import { Spinner } from "../../ui/Spinner.tsx";

type DoorInvoiceActor = ActorRefFrom<typeof doorInvoiceMachine>;

const Waiting = ({ text }: { text: string }) => (
  <p className="flex items-center gap-2">
    <Spinner label={text} />
    {text}
  </p>
);

const Issuing = ({ isUnanswered }: { isUnanswered: boolean }) =>
  isUnanswered ? (
    <Note>Сервер не отвечает. Для оплаты по QR нужна сеть: код появится, когда она будет.</Note>
  ) : (
    <Waiting text="Готовим QR…" />
  );

const Watching = ({ state: { context } }: { state: SnapshotFrom<typeof doorInvoiceMachine> }) => {
  const { invoice, failure } = context;
  const address = invoice?.externalUrl;
  return (
    <>
      {address ? (
        <Suspense fallback={<Spinner />}>
          <QrCode text={new URL(address, location.href).href} label="QR-код страницы оплаты" />
        </Suspense>
      ) : (
        <p>Платёжная система ещё не дала ссылку. Код появится здесь.</p>
      )}
      {failure ? (
        <Note>
          {failure.kind === "unanswered" ? "Нет сети. Оплата отметится, когда сеть появится." : failureText(failure)}
        </Note>
      ) : (
        <Waiting text="Ждём оплату…" />
      )}
    </>
  );
};

/**
 * Returns the order fields that an invoice needs. The amount is the unpaid amount, or the amount of the pending
 * invoices if nothing else is unpaid.
 */
export const doorOrderOf = ({ orderId, internalId, requiredAmount, invoicedAmount = 0 }: DeliveryOrder): DoorOrder => ({
  orderId,
  internalId,
  amount: requiredAmount || invoicedAmount,
});

/** Runs the machine of the invoice at the door while the component is mounted. */
export const useDoorInvoice = (companyId: number): DoorInvoiceActor => {
  const { api, environment, newKey, now } = useServices();
  const permissions = useCompany(companyId)?.permissions;
  const invoice = useProvidedActor(doorInvoiceMachine, () => doorInvoiceActors({ api, environment, newKey, now }), {
    companyId,
    permissions,
  });
  useEffect(() => invoice.send({ type: "permissions.change", permissions }), [invoice, permissions]);
  return invoice;
};

/** Returns the tooltip that explains why the courier may not issue an invoice, or undefined if they may. */
export const useReasonNotToInvoice = (invoice: DoorInvoiceActor): string | undefined =>
  useSelector(invoice, ({ context }) => permissionReasonText(reasonNotToInvoice(context.permissions)));

/**
 * Dialog in which the courier shows the customer the QR code of the payment page, and sees when the invoice is paid
 * (areas, section 8). The courier can also cancel the invoice.
 */
export const DoorInvoiceDialog = ({ actor }: { actor: DoorInvoiceActor }) => {
  const state = useSelector(actor, (snapshot) => snapshot);
  const { issue, cancel } = state.children;
  const isUnanswered = useSelector(issue ?? cancel, (sent) => sent?.hasTag("verifying") || sent?.hasTag("slow"));
  const why = useReasonNotToInvoice(actor);
  if (state.matches("closed")) return null;
  const { order, invoice, failure } = state.context;
  const close = () => actor.send({ type: "invoice.close" });
  const retry = (
    <Button kind="primary" className="min-h-14!" why={why} onClick={() => actor.send({ type: "invoice.retry" })}>
      Повторить
    </Button>
  );
  return (
    <Dialog
      title={`Оплата по QR, заказ № ${order.internalId}`}
      onClose={close}
      actions={
        <>
          {state.matches("watching") && (
            <Button className="min-h-14!" why={why} onClick={() => actor.send({ type: "invoice.cancel" })}>
              Отменить счёт, взять наличные
            </Button>
          )}
          {state.matches("canceled") && (
            <Button className="min-h-14!" why={why} onClick={() => actor.send({ type: "invoice.retry" })}>
              Новый QR
            </Button>
          )}
          <Button className="min-h-14!" onClick={close}>
            Закрыть
          </Button>
        </>
      }
    >
      <div aria-live="polite" className="grid justify-items-center gap-3">
        <p className="text-xl font-semibold">{formatMoney(invoice?.amount ?? order.amount)}</p>
        {state.matches("issuing") && <Issuing isUnanswered={isUnanswered ?? false} />}
        {state.matches("watching") && <Watching state={state} />}
        {state.matches("paid") && (
          <p className="rounded-md bg-positive-weak px-4 py-3 text-xl font-semibold text-positive">Оплачено</p>
        )}
        {state.matches("cancelling") &&
          (isUnanswered ? (
            <Note>Сервер не отвечает. Не берите наличные, пока счёт не отменён.</Note>
          ) : (
            <Waiting text="Отменяем счёт…" />
          ))}
        {state.matches("canceled") && <Note>Счёт отменён, по QR его не оплатят. Можно взять наличные.</Note>}
        {state.matches("refused") && (
          <ErrorBox message={failureText(failure)}>
            <Button className="min-h-14!" onClick={() => actor.send({ type: "invoice.retry" })}>
              Вернуться к QR
            </Button>
          </ErrorBox>
        )}
        {state.matches("failed") && <ErrorBox message={failureText(failure)}>{retry}</ErrorBox>}
      </div>
    </Dialog>
  );
};
