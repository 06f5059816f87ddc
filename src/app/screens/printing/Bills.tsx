import { useMachine } from "@xstate/react";
import { useEffect, useMemo } from "react";
import { useSearch } from "wouter";
import type { Schemas } from "#api/client.ts";
import { billsActors } from "#machines/printing/bills.actors.ts";
import { billsMachine } from "#machines/printing/bills.machine.ts";
import { type Bill, type PrintedDocument, readBillsQuery } from "#machines/printing/bills.ts";
import { useApi } from "../../context.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorBox } from "../../ui/ErrorBox.tsx";
import { Note } from "../../ui/Note.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { KitchenTicket, PreBill, UsedStockItems } from "./papers.tsx";

const titles: Record<PrintedDocument, string> = {
  preBill: "Предчеки",
  kitchen: "Заказы на кухню",
  usedStockItems: "Использованные позиции склада",
};

const Paper = ({
  bill,
  document,
  company,
}: {
  bill: Bill;
  document: PrintedDocument;
  company: Schemas["CompanyDetail"];
}) => {
  if (document === "kitchen") return <KitchenTicket bill={bill} company={company} />;
  if (document === "usedStockItems") return <UsedStockItems bill={bill} company={company} />;
  return <PreBill bill={bill} company={company} />;
};

/** The printable page: 80 mm paper, one order a page; it opens the print dialog by itself (decisions, section 10). */
export const Bills = ({ params }: { params: Readonly<Record<string, string | undefined>> }) => {
  const api = useApi();
  const search = useSearch();
  const { orderIds, document: kind } = useMemo(() => readBillsQuery(search), [search]);
  const [state, send] = useMachine(billsMachine.provide({ actors: billsActors(api) }), {
    input: { companyId: Number(params["companyId"]), orderIds, document: kind },
  });
  const isReady = state.matches("ready");
  useEffect(() => {
    document.title = titles[kind];
    if (isReady) setTimeout(() => print());
  }, [isReady, kind]);
  const { bills, error } = state.context;
  return (
    <main className="mx-auto max-w-[80mm] bg-raised text-text print:max-w-none print:bg-transparent">
      <header className="flex items-center justify-between gap-2 p-3 print:hidden">
        <h1>{titles[kind]}</h1>
        <Button kind="primary" why={!isReady && "Заказы ещё не загружены"} onClick={() => print()}>
          Печать
        </Button>
      </header>
      {state.matches("loading") && (
        <div className="p-3">
          <Spinner />
        </div>
      )}
      {state.matches("empty") && <p className="p-3 text-muted">В адресе страницы нет ни одного заказа.</p>}
      {error && (
        <ErrorBox message={error}>
          <Button onClick={() => send({ type: "bills.retry" })}>Повторить</Button>
        </ErrorBox>
      )}
      {bills && bills.missing.length > 0 && (
        <div className="print:hidden">
          <Note>Не найдены заказы: {bills.missing.join(", ")}.</Note>
        </div>
      )}
      {bills?.bills.map((bill) => (
        <Paper key={bill.order.id} bill={bill} document={kind} company={bills.company} />
      ))}
    </main>
  );
};
