import { useActorRef, useSelector } from "@xstate/react";
import { useEffect, useMemo } from "react";
import { orderDetailPrintActors } from "#machines/orders/orderDetailPrint.actors.ts";
import { orderDetailPrintMachine, type PrintKind } from "#machines/orders/orderDetailPrint.machine.ts";
import { useApi, usePermissions } from "../../../context.ts";
import { newKey } from "../../../newKey.ts";
import { toast } from "../../../ui/toast.ts";
import { whyNoPrint } from "./reasons.ts";
import { useStanding } from "./useDetail.ts";

const openPage = (companyId: number, orderId: number, what: PrintKind) => {
  const query = new URLSearchParams({ orderId: String(orderId), ...(what !== "preBill" && { document: what }) });
  const opened = window.open(`/PreBill/Company/${companyId}/Summury?${query}`, "_blank");
  if (opened === null) toast("Браузер не дал открыть окно печати. Разрешите всплывающие окна.");
  else toast("Принтера на дежурстве нет: открыта страница для печати");
};

/** Printing of the order that is shown, and why it is not possible now. */
export const usePrint = () => {
  const api = useApi();
  const { order } = useStanding();
  const { companyId, id: orderId } = order;
  const may = usePermissions(companyId);
  const machine = useMemo(
    () => orderDetailPrintMachine.provide({ actors: orderDetailPrintActors(api, newKey) }),
    [api],
  );
  const printer = useActorRef(machine, { input: { companyId, orderId } });
  const isPrinting = useSelector(printer, (state) => state.matches("printing"));
  useEffect(() => {
    const told = printer.on("told", ({ text }) => toast(text));
    const opened = printer.on("print.open", ({ what }) => openPage(companyId, orderId, what));
    return () => {
      told.unsubscribe();
      opened.unsubscribe();
    };
  }, [printer, companyId, orderId]);
  return {
    why: whyNoPrint(may, isPrinting),
    print: (what: PrintKind) => printer.send({ type: "print.ask", what }),
  };
};
