import { useSelector } from "@xstate/react";
import { ActionDialog } from "./ActionDialog.tsx";
import { InvoiceDialog } from "./InvoiceDialog.tsx";
import { InvoiceInfo } from "./InvoiceInfo.tsx";
import { MoneyDialog, type MoneyDialogActor } from "./MoneyDialog.tsx";
import { PaymentDialog } from "./PaymentDialog.tsx";
import { StatusDialog } from "./StatusDialog.tsx";
import { useDetail } from "./useDetail.ts";

const brokenTexts = {
  sending: "Отправляем…",
  notRecorded: "Сервер ничего не получил. Отправить ещё раз можно без опаски.",
  dropped: "Ничего не отправлено.",
  lost: "Не удалось узнать, чем закончилось действие. Обновите страницу: оно будет проверено.",
};

const OpenMoneyDialog = ({ dialog }: { dialog: MoneyDialogActor }) => {
  const { payment, invoice, action } = useSelector(dialog, ({ children }) => children);
  if (payment) return <PaymentDialog dialog={dialog} form={payment} />;
  if (invoice) return <InvoiceDialog dialog={dialog} form={invoice} />;
  if (action) return <ActionDialog dialog={dialog} form={action} />;
  return (
    <MoneyDialog actor={dialog} title="Оплата" submit={undefined} texts={brokenTexts}>
      Форма не открылась. Закройте её и попробуйте ещё раз.
    </MoneyDialog>
  );
};

/** Content of the dialog that is open on the order screen. */
export const OpenDialog = () => {
  const { money, status } = useDetail(({ children }) => children);
  const isInvoiceShown = useDetail((state) => state.matches({ dialog: "invoice" }));
  if (isInvoiceShown) return <InvoiceInfo />;
  if (money) return <OpenMoneyDialog dialog={money} />;
  return status ? <StatusDialog actor={status} /> : null;
};
