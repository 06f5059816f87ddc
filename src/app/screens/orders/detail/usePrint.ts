import { useSelector } from "@xstate/react";
import type { ActorRefFrom } from "xstate";
import { orderPrintActors } from "#machines/printing/orderPrint.actors.ts";
import { orderPrintMachine } from "#machines/printing/orderPrint.machine.ts";
import type { PrintKind, PrintPage } from "#machines/printing/orderPrint.ts";
import type { Order } from "#machines/queries/order.ts";
import { usePermissions, useServices } from "../../../services/context.ts";
import { failureText } from "../../../services/failureText.ts";
import { missingPermission } from "../../../services/permissionReasons.ts";
import { useEmitted } from "../../../shared/useEmitted.ts";
import { useProvidedActor } from "../../../shared/useProvidedActor.ts";
import { toast } from "../../../ui/toast.ts";

const toQuery = (page: PrintPage): URLSearchParams =>
  "jobIds" in page
    ? new URLSearchParams(page.jobIds.map((id) => ["job", String(id)]))
    : new URLSearchParams({ orderId: String(page.orderId), document: page.document });

const openPage = (companyId: number, page: PrintPage) => {
  const query = toQuery(page);
  const opened = window.open(`/PreBill/Company/${companyId}/Summury?${query}`, "_blank");
  if (opened === null) toast("Браузер не дал открыть окно печати. Разрешите всплывающие окна.");
  else toast("Принтера на дежурстве нет: открыта страница для печати");
};

export type PrintRequester = ActorRefFrom<typeof orderPrintMachine>;

/**
 * Runs the machine that prints the order. Shows a toast when the document is queued for printing, or opens the document
 * as a page that the user prints. Returns the machine's state and its commands for the screen.
 */
export const usePrint = ({ companyId, id: orderId }: Pick<Order, "companyId" | "id">) => {
  const { api, environment, newKey } = useServices();
  const hasPermission = usePermissions(companyId);
  const printer = useProvidedActor(orderPrintMachine, () => orderPrintActors({ api, environment, newKey }), {
    companyId,
    orderId,
  });
  const state = useSelector(printer, (snapshot) => snapshot);
  const isUnanswered = useSelector(state.children.print, (print) => print?.hasTag("verifying") ?? false);
  useEmitted(printer, {
    "print.queued": () => toast("Отправлено на печать"),
    "print.open": ({ page }) => openPage(companyId, page),
  });
  const reason = hasPermission("print.use")
    ? state.matches("printing") && "Уже отправляем"
    : missingPermission("print.use");
  return {
    /** Reason why the user cannot print now. */
    why: reason || undefined,
    error: failureText(state.context.failure),
    dismiss: () => printer.send({ type: "failure.dismiss" }),
    print: (kind: PrintKind) => printer.send({ type: "print.request", kind }),
    /** True while an unanswered print request is being sent again. */
    isUnanswered,
    /**
     * True if the kitchen already has this version of the order. The user must then confirm that the version is printed
     * again.
     */
    isOffering: state.matches("offering"),
    printWhole: () => printer.send({ type: "print.whole" }),
    cancel: () => printer.send({ type: "print.cancel" }),
    actor: printer,
  };
};
