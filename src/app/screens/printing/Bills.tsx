import { useSelector } from "@xstate/react";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { useSearch } from "wouter";
import { billsActors } from "#machines/printing/bills.actors.ts";
import { billsMachine } from "#machines/printing/bills.machine.ts";
import { type Bill, type LoadedBills, type PrintedDocument, readBillsQuery } from "#machines/printing/bills.ts";
import type { RouteParams } from "../../routing/route.ts";
import { useApi } from "../../services/context.ts";
import { failureText } from "../../services/failureText.ts";
import { useProvidedActor } from "../../shared/useProvidedActor.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorBox } from "../../ui/ErrorBox.tsx";
import { Note } from "../../ui/Note.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { PrintedPaper } from "./PrintedPaper.tsx";
import type { Printable } from "./paperParts.tsx";
import { printSheets, renderedSheets } from "./printSheets.ts";

const titles: Record<PrintedDocument, string> = {
  preBill: "Предчеки",
  kitchen: "Заказы на кухню",
  usedStockItems: "Использованные позиции склада",
};

const printable = (bill: Bill, document: PrintedDocument, { company, info }: LoadedBills): Printable => ({
  document: bill.job?.job.kind ?? document,
  paper: bill.job?.paper ?? "80",
  ticket: bill.job?.ticket ?? null,
  isCopy: bill.job?.job.isCopy ?? false,
  company,
  info,
  order: bill.order,
  payments: bill.payments,
  stockItems: bill.stockItems,
});

const Printed = ({ companyId }: { companyId: number }) => {
  const api = useApi();
  const search = useSearch();
  const { orderIds, jobIds, document: requestedDocument } = useMemo(() => readBillsQuery(search), [search]);
  const actor = useProvidedActor(billsMachine, () => billsActors(api), {
    companyId,
    orderIds,
    jobIds,
    document: requestedDocument,
  });
  const state = useSelector(actor, (snapshot) => snapshot);
  const { send } = actor;
  const { bills, failure } = state.context;
  const error = failureText(failure);
  const sheets = useRef<HTMLDivElement>(null);
  const kind = bills?.bills[0]?.job?.job.kind ?? requestedDocument;
  const isReady = state.matches("ready") || state.matches("asking");
  const isDrawn = bills !== undefined;
  const printAll = useCallback(async () => {
    if (!sheets.current) return;
    printSheets(await renderedSheets(sheets.current));
    send({ type: "page.printed" });
  }, [send]);
  useEffect(() => {
    document.title = titles[kind];
    if (!isDrawn) return undefined;
    const opening = setTimeout(printAll);
    return () => clearTimeout(opening);
  }, [isDrawn, kind, printAll]);
  return (
    <main className="min-h-dvh bg-sunken pb-8 text-text print:min-h-0 print:bg-transparent print:pb-0">
      <header className="mx-auto flex max-w-[210mm] flex-wrap items-center justify-between gap-2 p-3 print:hidden">
        <h1>{titles[kind]}</h1>
        <Button
          kind="primary"
          why={state.matches("loading") ? "Загружается" : !isReady && "Нечего печатать"}
          onClick={printAll}
        >
          Печать
        </Button>
      </header>
      <div className="mx-auto grid max-w-[210mm] gap-2 px-3 print:hidden">
        {state.matches("loading") && <Spinner />}
        {state.matches("empty") && <p className="text-muted">В адресе страницы нет ни одного заказа.</p>}
        {state.matches("asking") && (
          <Note>
            <span className="flex flex-wrap items-center gap-2">
              <b>Напечаталось?</b>
              <Button kind="primary" onClick={() => send({ type: "answer.yes" })}>
                Да
              </Button>
              <Button onClick={() => send({ type: "answer.no" })}>Нет</Button>
            </span>
          </Note>
        )}
        {state.matches("confirmed") && <Note>Отмечено как напечатанное. Страницу можно закрыть.</Note>}
        {error && (
          <ErrorBox message={error}>
            <Button onClick={() => send(state.matches("failed") ? { type: "bills.retry" } : { type: "answer.yes" })}>
              Повторить
            </Button>
          </ErrorBox>
        )}
        {bills && bills.missing.length > 0 && <Note>Не найдены заказы: {bills.missing.join(", ")}.</Note>}
      </div>
      <div ref={sheets} className="mt-2 grid justify-center gap-4 print:mt-0 print:block">
        {bills?.bills.map((bill) => (
          <PrintedPaper key={bill.job?.job.id ?? bill.order.id} {...printable(bill, kind, bills)} />
        ))}
      </div>
    </main>
  );
};

/**
 * Page that prints documents of orders, each on a separate sheet in the paper width of its printer, or 80 mm wide
 * without a print job. The browser's print dialog opens when the sheets are rendered (decisions, section 10).
 */
export const Bills = ({ params }: { params: RouteParams }) => <Printed companyId={Number(params["companyId"])} />;
