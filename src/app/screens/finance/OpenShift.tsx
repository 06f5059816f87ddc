import { useSelector } from "@xstate/react";
import { type FormEvent, useEffect, useEffectEvent } from "react";
import { useLocation } from "wouter";
import type { ActorRefFrom } from "xstate";
import { formatMoney } from "#domain/money.ts";
import { cashShiftActors } from "#machines/finance/cashShift.actors.ts";
import { cashShiftMachine } from "#machines/finance/cashShift.machine.ts";
import { type CashShift, type ClosingReason, differenceOf, reasonNotToClose } from "#machines/finance/cashShift.ts";
import { useServices, useTimeZone } from "../../services/context.ts";
import { failureText } from "../../services/failureText.ts";
import { ActionLink } from "../../shared/ActionLink.tsx";
import { MutationProgress } from "../../shared/MutationProgress.tsx";
import { useProvidedActor } from "../../shared/useProvidedActor.ts";
import { Button } from "../../ui/Button.tsx";
import { DecimalField } from "../../ui/DecimalField.tsx";
import { ErrorBox } from "../../ui/ErrorBox.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { toast } from "../../ui/toast.ts";
import { differenceText } from "./financeTexts.ts";
import { PrintShiftReport } from "./PrintShiftReport.tsx";
import { ShiftReportTable } from "./ShiftReportTable.tsx";

type ShiftActor = ActorRefFrom<typeof cashShiftMachine>;

const reasons: Readonly<Record<ClosingReason, string>> = {
  noReport: "Отчёт ещё не загружен",
  noAmount: "Введите, сколько насчитали",
  badAmount: "Сумма в рублях, не больше двух знаков после запятой",
  noReason: "Укажите причину разницы",
};

const progressTexts = {
  sending: "Закрываем смену…",
  verifying: "Узнаём, закрылась ли смена",
  notRecorded: "Смена не закрылась: сервер не ответил.",
};

const Difference = ({ actor }: { actor: ShiftActor }) => {
  const difference = useSelector(actor, ({ context }) => differenceOf(context));
  if (difference === undefined) return null;
  const tone = difference === 0 ? "text-positive" : "text-negative";
  return (
    <p role="status" className={`font-semibold ${tone}`}>
      {differenceText(difference)}
    </p>
  );
};

const CountForm = ({ actor }: { actor: ShiftActor }) => {
  const { report, counted, reason, failure } = useSelector(actor, ({ context }) => context);
  const difference = differenceOf({ report, counted });
  const why = reasonNotToClose({ report, counted, reason });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    actor.send({ type: "shift.close" });
  };
  return (
    <form aria-label="Пересчёт" className="grid max-w-md gap-3" onSubmit={submit}>
      {failure && <ErrorBox title="Смена не закрыта" message={failureText(failure)} />}
      <p>Должно быть {report && <b className="whitespace-nowrap">{formatMoney(report.expected)}</b>}</p>
      <DecimalField
        label="Насчитали, р."
        isRequired
        value={counted}
        onText={(text) => actor.send({ type: "amount.type", text })}
      />
      <Difference actor={actor} />
      {difference !== undefined && difference !== 0 && (
        <TextArea
          label="Причина"
          isRequired
          maxLength={500}
          value={reason}
          onText={(text) => actor.send({ type: "reason.type", text })}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" type="submit" why={why && reasons[why]}>
          Закрыть смену
        </Button>
        <Button onClick={() => actor.send({ type: "shift.back" })}>Назад</Button>
      </div>
    </form>
  );
};

const Actions = ({ actor, companyId }: { actor: ShiftActor; companyId: number }) => {
  const report = useSelector(actor, ({ context }) => context.report);
  const timeZone = useTimeZone(companyId);
  return (
    <div className="flex flex-wrap gap-2">
      <Button kind="primary" why={!report && reasons.noReport} onClick={() => actor.send({ type: "shift.count" })}>
        Пересчёт
      </Button>
      <Button onClick={() => actor.send({ type: "report.refresh" })}>Обновить</Button>
      {report && <PrintShiftReport report={report} timeZone={timeZone} />}
      {report && (
        <ActionLink href={`/Company/${companyId}/Finance/Shift/${report.shift.id}/Edit`}>Исправить начало</ActionLink>
      )}
    </div>
  );
};

/** Shows a toast and opens the Z report when the shift has been closed, even if another user has closed it. */
const useZReport = (actor: ShiftActor, companyId: number, { id, number }: CashShift): void => {
  const [, navigate] = useLocation();
  const isClosed = useSelector(actor, (snapshot) => snapshot.matches("closed"));
  const show = useEffectEvent(() => {
    toast(`Смена № ${number} закрыта`);
    navigate(`/Company/${companyId}/Finance/Shift/${id}`);
  });
  useEffect(() => {
    if (isClosed) show();
  }, [isClosed]);
};

/** Open cash shift with its X report. The user counts the cash and closes the shift. */
export const OpenShift = ({ companyId, shift }: { companyId: number; shift: CashShift }) => {
  const services = useServices();
  const timeZone = useTimeZone(companyId);
  const actor = useProvidedActor(
    cashShiftMachine,
    () => cashShiftActors(services),
    { path: { companyId, id: shift.id } },
    { id: `cashShift ${shift.id}` },
  );
  useZReport(actor, companyId, shift);
  const state = useSelector(actor, (snapshot) => snapshot);
  const { report, readFailure } = state.context;
  const { closing } = state.children;
  const steps = (
    <>
      {state.matches({ running: "open" }) && <Actions actor={actor} companyId={companyId} />}
      {state.matches({ running: "counting" }) && <CountForm actor={actor} />}
      {closing && <MutationProgress mutation={closing} texts={progressTexts} />}
    </>
  );
  return (
    <section aria-label={shift.financeSourceName} className="card grid gap-4">
      <h2 className="text-base font-semibold wrap-anywhere">
        {shift.financeSourceName}: смена № {shift.number}
      </h2>
      {readFailure && <ErrorBox message={failureText(readFailure)} />}
      {report ? (
        <ShiftReportTable report={report} timeZone={timeZone}>
          {steps}
        </ShiftReportTable>
      ) : (
        <>
          {!readFailure && <Spinner label="Загрузка" />}
          {steps}
        </>
      )}
    </section>
  );
};
