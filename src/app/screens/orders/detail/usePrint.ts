import { useActorRef, useSelector } from "@xstate/react";
import { useEffect, useState } from "react";
import { orderDetailPrintActors } from "#machines/orders/orderDetailPrint.actors.ts";
import { orderDetailPrintMachine, type PrintKind } from "#machines/orders/orderDetailPrint.machine.ts";
import { type Services, usePermissions, useServices } from "../../../context.ts";
import { newKey } from "../../../newKey.ts";
import { oncePer } from "../../../oncePer.ts";
import { toast } from "../../../ui/toast.ts";
import { whyNoPrint } from "./reasons.ts";
import { useStanding } from "./useDetail.ts";

const openPage = (companyId: number, jobIds: readonly number[]) => {
  const query = new URLSearchParams(jobIds.map((id) => ["job", String(id)]));
  const opened = window.open(`/PreBill/Company/${companyId}/Summury?${query}`, "_blank");
  if (opened === null) toast("Браузер не дал открыть окно печати. Разрешите всплывающие окна.");
  else toast("Принтера на дежурстве нет: открыта страница для печати");
};

const provided = oncePer(({ api }: Services) =>
  orderDetailPrintMachine.provide({ actors: orderDetailPrintActors(api, newKey) }),
);

/** Printing of the order that is shown, and why it is not possible now; `sent` grows with each sending. */
export const usePrint = () => {
  const services = useServices();
  const { order } = useStanding();
  const { companyId, id: orderId, version } = order;
  const may = usePermissions(companyId);
  const printer = useActorRef(provided(services), { input: { companyId, orderId } });
  const isPrinting = useSelector(printer, (state) => state.matches("printing"));
  const problem = useSelector(printer, ({ context }) => context.problem);
  const isOffering = useSelector(printer, (state) => state.matches("offering"));
  const [sent, count] = useState(0);
  useEffect(() => {
    const listeners = [
      printer.on("told", ({ text }) => toast(text)),
      printer.on("print.sent", () => count((before) => before + 1)),
      printer.on("print.open", ({ jobIds }) => openPage(companyId, jobIds)),
    ];
    return () => {
      for (const { unsubscribe } of listeners) unsubscribe();
    };
  }, [printer, companyId]);
  return {
    why: whyNoPrint(may, isPrinting),
    /** Why nothing is known to be printed. */
    problem,
    dismiss: () => printer.send({ type: "problem.dismiss" }),
    print: (what: PrintKind) => printer.send({ type: "print.ask", what, version }),
    /** The kitchen knows it all; the whole order may be sent again. */
    isOffering,
    printWhole: () => printer.send({ type: "print.whole" }),
    dropOffer: () => printer.send({ type: "print.drop" }),
    sent,
  };
};
