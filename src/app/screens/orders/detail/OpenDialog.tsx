import { ActionDialog } from "./ActionDialog.tsx";
import { InvoiceDialog } from "./InvoiceDialog.tsx";
import { InvoiceInfo } from "./InvoiceInfo.tsx";
import { PaymentDialog } from "./PaymentDialog.tsx";
import { StatusDialog } from "./StatusDialog.tsx";
import { useDetail } from "./useDetail.ts";

/** The dialog of the moment, over the actor that the order's machine has started for it. */
export const OpenDialog = () => {
  const { payment, status, invoice, action } = useDetail(({ children }) => children);
  const isInforming = useDetail((state) => state.matches({ dialog: "informing" }));
  if (isInforming) return <InvoiceInfo />;
  if (payment) return <PaymentDialog actor={payment} />;
  if (status) return <StatusDialog actor={status} />;
  if (invoice) return <InvoiceDialog actor={invoice} />;
  return action ? <ActionDialog actor={action} /> : null;
};
