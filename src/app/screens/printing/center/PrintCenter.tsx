import { useSelector } from "@xstate/react";
import { createPortal } from "react-dom";
import type { Schemas } from "#api/client.ts";
import { formatTime } from "#domain/format.ts";
import { useTimeZone } from "../../../context.ts";
import { Button } from "../../../ui/Button.tsx";
import { Link } from "../../../ui/Link.tsx";
import { Note } from "../../../ui/Note.tsx";
import { useTitle } from "../../../useTitle.ts";
import { PrintedPaper } from "../papers.tsx";
import { ChooseDuty } from "./ChooseDuty.tsx";
import { OnDuty } from "./OnDuty.tsx";
import { type DutyActor, type DutyState, paperName, useDutyMachine, useWakeLock } from "./useDuty.ts";

/** Beside the screen, where it is drawn but not seen; on paper it is all there is. */
const Drawn = ({ paper }: { paper: Schemas["PrintPaper"] }) =>
  createPortal(
    <div aria-hidden data-paper={paperName(paper.job)} className="print-sheet fixed top-0 left-[-300vw] print:static">
      <PrintedPaper {...paper} document={paper.job.kind} isCopy={paper.job.isCopy} />
    </div>,
    document.body,
  );

const Busy = ({ duty, state }: { duty: DutyActor; state: DutyState }) => {
  const { busyWith, plan } = state.context;
  const timeZone = useTimeZone(plan.companyId);
  return (
    <section className="card grid max-w-xl gap-3">
      <h2 className="text-lg font-semibold">За этим принтером уже дежурят</h2>
      <p>
        {busyWith?.userAlias} — с {busyWith && formatTime(new Date(busyWith.since), timeZone)}. Если принтер подключён к
        вашему компьютеру, возьмите дежурство на себя: тому браузеру об этом скажут, и он перестанет брать задания.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" onClick={() => duty.send({ type: "duty.takeOver" })}>
          Взять дежурство на себя
        </Button>
        <Button onClick={() => duty.send({ type: "duty.back" })}>Выбрать другой принтер</Button>
      </div>
    </section>
  );
};

const Body = ({ duty, state }: { duty: DutyActor; state: DutyState }) => {
  if (state.hasTag("onDuty")) return <OnDuty duty={duty} state={state} />;
  if (state.matches("busy")) return <Busy duty={duty} state={state} />;
  if (state.matches("unreached"))
    return (
      <Note>
        Сервер не отвечает. Дежурство начнётся, когда связь вернётся.
        <Button onClick={() => duty.send({ type: "duty.back" })}>Не дежурить</Button>
      </Note>
    );
  if (state.matches("relieved"))
    return (
      <Note>
        <b>Дежурство окончено.</b> {state.context.message}
        <Button onClick={() => duty.send({ type: "duty.back" })}>К выбору принтера</Button>
      </Note>
    );
  return <ChooseDuty duty={duty} state={state} />;
};

/** A browser goes on duty for a printer and prints what comes (decisions, section 10). */
export const PrintCenter = () => {
  const duty = useDutyMachine();
  const state = useSelector(duty, (snapshot) => snapshot);
  const isOnDuty = state.hasTag("onDuty");
  const { paper, companyId } = state.context;
  useWakeLock(isOnDuty);
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
      <Body duty={duty} state={state} />
      {isOnDuty && paper && <Drawn paper={paper} />}
    </>
  );
};
