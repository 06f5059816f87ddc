import { useSelector } from "@xstate/react";
import { Suspense, useState } from "react";
import { formatMoney } from "#domain/money.ts";
import { paymentState } from "#machines/orders/detail/orderNews.ts";
import { isPermitted } from "#machines/session/permissions.ts";
import { Button } from "../../../ui/Button.tsx";
import { classNames } from "../../../ui/classNames.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ErrorBox } from "../../../ui/ErrorBox.tsx";
import { Field } from "../../../ui/Field.tsx";
import { QrCode } from "../../../ui/QrCode.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { useDetail, useDetailActor, useOrderSnapshot } from "./useDetail.ts";

const looks = {
  pending: { text: "Ждёт оплаты", tone: "bg-warning-weak text-warning" },
  completed: { text: "Оплачен", tone: "bg-positive-weak text-positive" },
  rejected: { text: "Отменён", tone: "bg-negative-weak text-negative" },
};

const isWeb = (address: string): boolean => /^https?:\/\//i.test(address) || address.startsWith("/");

const PaymentLink = ({ address }: { address: string }) => {
  const [outcome, setOutcome] = useState<string>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(address, location.href).href);
      setOutcome("Скопировано");
    } catch {
      // The browser may deny access to the clipboard, for example on a page without HTTPS.
      setOutcome("Браузер не дал скопировать. Выделите ссылку и нажмите Ctrl+C.");
    }
  };
  return (
    <>
      <div className="grid justify-items-center">
        <Suspense fallback={<Spinner />}>
          <QrCode text={new URL(address, location.href).href} label="QR-код страницы оплаты" />
        </Suspense>
      </div>
      <Field label="Ссылка для плательщика" hint={outcome}>
        {(control) => (
          <span className="flex gap-2">
            <input
              {...control}
              readOnly
              className="field min-w-0 flex-1"
              value={address}
              onFocus={(event) => event.target.select()}
            />
            <Button kind="primary" data-autofocus onClick={copy}>
              Копировать
            </Button>
          </span>
        )}
      </Field>
      <p>
        <a className="text-accent underline" href={address} target="_blank" rel="noreferrer">
          Открыть страницу оплаты
        </a>
      </p>
    </>
  );
};

/**
 * Content of the invoice dialog if the invoice is not among the loaded payments. Shows a spinner during a read,
 * otherwise an error with a retry button.
 */
const MissingInvoice = () => {
  const detail = useDetailActor();
  const isReading = useSelector(
    useDetail(({ children }) => children.order),
    (order) => order?.hasTag("busy"),
  );
  return isReading ? (
    <p className="flex justify-center py-6 text-muted">
      <Spinner />
    </p>
  ) : (
    <ErrorBox message="Счёт выставлен, но прочитать его не удалось.">
      <Button onClick={() => detail.send({ type: "order.reload" })}>Повторить</Button>
    </ErrorBox>
  );
};

/** Dialog with the state of an invoice, and with the payment link for the customer (business, section 4). */
export const InvoiceInfo = () => {
  const detail = useDetailActor();
  const { payments } = useOrderSnapshot();
  const id = useDetail(({ context }) => context.invoiceId);
  const payment = payments.find((one) => one.id === id);
  const watched = useSelector(
    useDetail(({ children }) => children.invoices),
    (invoices) => invoices?.context.data,
  );
  const address = payment && (payment.externalUrl ?? watched?.addresses[payment.id]);
  const close = () => detail.send({ type: "dialog.close" });
  const state = payment && paymentState(payment);
  const isWatched =
    useDetail(({ context }) => isPermitted(context.facts.permissions, "payment.external")) && state === "pending";
  return (
    <Dialog
      title="Счёт на оплату"
      onClose={close}
      actions={
        <Button data-autofocus={(state && state !== "pending") || undefined} onClick={close}>
          Закрыть
        </Button>
      }
    >
      {payment && state ? (
        <div className="grid gap-3 text-sm">
          <p
            aria-live="polite"
            className={classNames("flex items-center gap-2 rounded-md px-3 py-2 font-semibold", looks[state].tone)}
          >
            {isWatched && <Spinner label="Проверяем каждые 5 секунд" />}
            {looks[state].text}
            <span className="flex-1" />
            {formatMoney(payment.amount)}
          </p>
          <p className="text-muted">
            {payment.paymentMethodName}
            {isWatched && " · состояние проверяется само каждые 5 секунд"}
          </p>
          {state === "pending" && address && isWeb(address) && <PaymentLink address={address} />}
          {state === "pending" && !address && (
            <p>Платёжная система ещё не дала ссылку. Она появится здесь после проверки.</p>
          )}
        </div>
      ) : (
        <MissingInvoice />
      )}
    </Dialog>
  );
};
