import { useSelector } from "@xstate/react";
import { formatTime } from "#domain/format.ts";
import { reasonNotToServe } from "#machines/printing/printCenter.ts";
import { useTimeZone } from "../../../services/context.ts";
import { permissionReasonText } from "../../../services/permissionReasons.ts";
import { useTitle } from "../../../shared/useTitle.ts";
import { useWakeLock } from "../../../shared/useWakeLock.ts";
import { Button } from "../../../ui/Button.tsx";
import { Link } from "../../../ui/Link.tsx";
import { Note } from "../../../ui/Note.tsx";
import { reliefText } from "../printTexts.ts";
import { ChooseDuty } from "./ChooseDuty.tsx";
import { OnDuty } from "./OnDuty.tsx";
import { type CenterActor, type CenterState, useCenterMachine } from "./useCenterMachine.ts";

const Busy = ({ center, state }: { center: CenterActor; state: CenterState }) => {
  const { busyWith, record } = state.context;
  const timeZone = useTimeZone(record.plan.companyId);
  const why = permissionReasonText(reasonNotToServe(state.context, record.plan.companyId));
  return (
    <section className="card grid max-w-xl gap-3">
      <h2 className="text-base font-semibold">За этим принтером уже дежурят</h2>
      <p>
        {busyWith?.userAlias} — с {busyWith && formatTime(new Date(busyWith.since), timeZone)}. Если принтер подключён к
        вашему компьютеру, возьмите дежурство на себя: тому браузеру об этом скажут, и он перестанет брать задания.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" why={why} onClick={() => center.send({ type: "duty.takeOver" })}>
          Взять дежурство на себя
        </Button>
        <Button onClick={() => center.send({ type: "duty.back" })}>Выбрать другой принтер</Button>
      </div>
    </section>
  );
};

const Body = ({ center, state }: { center: CenterActor; state: CenterState }) => {
  const { duty } = state.children;
  if (duty) return <OnDuty duty={duty} printer={state.context.duty} />;
  if (state.matches("busy")) return <Busy center={center} state={state} />;
  if (state.matches("unreached"))
    return (
      <Note>
        Сервер не отвечает. Дежурство начнётся, когда связь вернётся.
        <Button onClick={() => center.send({ type: "duty.back" })}>Не дежурить</Button>
      </Note>
    );
  if (state.matches("relieved"))
    return (
      <Note>
        <b>Дежурство окончено.</b> {state.context.relief && reliefText(state.context.relief)}
        <Button onClick={() => center.send({ type: "duty.back" })}>К выбору принтера</Button>
      </Note>
    );
  return <ChooseDuty center={center} state={state} />;
};

/**
 * Screen of the print centre. The user starts a print duty, in which this browser prints the queue of a printer
 * (decisions, section 10).
 */
export const PrintCenter = () => {
  const center = useCenterMachine();
  const state = useSelector(center, (snapshot) => snapshot);
  const { companyId } = state.context;
  useWakeLock(state.matches("onDuty"));
  useTitle("Центр печати");
  return (
    <>
      <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1>Центр печати</h1>
        <span className="flex-1" />
        {companyId > 0 && (
          <Link href={`/Company/${companyId}/Printer/Queue`} className="btn btn-plain">
            Очередь печати
          </Link>
        )}
      </header>
      <Body center={center} state={state} />
    </>
  );
};
