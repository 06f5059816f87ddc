import { useSelector } from "@xstate/react";
import { useState } from "react";
import type { Schemas } from "#api/client.ts";
import type { DutyPlan } from "#machines/printing/printCenter.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Note } from "../../../ui/Note.tsx";
import { jobFailureText, jobTitle, kindNames, paperNames } from "../printTexts.ts";
import { DrawnPaper } from "./DrawnPaper.tsx";
import type { DutyActor, DutyState } from "./useCenterMachine.ts";
import { FailureChoice, type Work, WorkPanel, workOf } from "./WorkPanel.tsx";

const planText = ({ kinds, mode }: DutyPlan): string =>
  `${kinds.map((kind) => kindNames[kind].toLowerCase()).join(", ")}; ${mode === "auto" ? "печатается само" : "печать по щелчку"}`;

const blockedTexts: Partial<Record<Work, string>> = {
  asking: "Сначала ответьте, напечаталось ли",
  printing: "Идёт печать",
  reporting: "Сначала сервер должен узнать, что напечатано",
  beginning: "Печать начинается",
};

const Recent = ({ duty, state, mayDeny }: { duty: DutyActor; state: DutyState; mayDeny: boolean }) => {
  const { recent } = state.context;
  const [deniedId, setDeniedId] = useState(0);
  if (recent.length === 0) return null;
  return (
    <section aria-labelledby="recent-jobs" className="card">
      <h2 id="recent-jobs" className="mb-2 text-sm font-semibold">
        Последние
      </h2>
      <ul className="grid gap-1.5">
        {recent.map(({ jobId, ending, ...job }) => (
          <li key={jobId} className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 flex-1 wrap-anywhere">{jobTitle(job)}</span>
            <Badge colour={ending.result === "printed" ? "green" : "red"}>
              {ending.result === "printed" ? "Напечатано" : jobFailureText(ending.reason) || "Не напечатано"}
            </Badge>
            {ending.result === "printed" && deniedId !== jobId && (
              <Button kind="ghost" why={!mayDeny && "Сначала закончится печать"} onClick={() => setDeniedId(jobId)}>
                Не напечаталось…
              </Button>
            )}
            {ending.result === "printed" && deniedId === jobId && (
              <FailureChoice onChoose={(reason) => duty.send({ type: "job.deny", jobId, reason })} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
};

/** Screen during a print duty: the current job, the latest jobs, and the buttons that pause and end the duty. */
export const OnDuty = ({ duty, printer }: { duty: DutyActor; printer: Schemas["PrintDuty"] | undefined }) => {
  const state = useSelector(duty, (snapshot) => snapshot);
  const job = useSelector(state.children.job, (snapshot) => snapshot);
  const work = workOf(state, job);
  const { plan, isServerUnreachable, isModuleOff } = state.context;
  const paper = job?.context.paper;
  const stop = () => duty.send({ type: "duty.stop" });
  return (
    <div className="grid gap-3">
      {isServerUnreachable && (
        <Note>
          Сервер не отвечает, новые задания ждут. То, что уже взято, будет допечатано; об этом сервер узнает, когда
          связь вернётся.
        </Note>
      )}
      {isModuleOff && !isServerUnreachable && (
        <Note>
          Модуль «Печать» выключен, новых заданий нет. Дежурство продолжится в течение двух минут после включения.{" "}
          <button type="button" className="text-accent underline" onClick={() => duty.send({ type: "duty.resume" })}>
            Проверить сейчас
          </button>
        </Note>
      )}
      <section aria-label="Дежурство" className="card grid gap-3">
        <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <div className="min-w-0 flex-1">
            <b className="text-base wrap-anywhere">{printer?.printerName}</b>
            <p className="text-sm text-muted">
              {printer && paperNames[printer.paper]}; {planText(plan)}
            </p>
          </div>
          <Button
            why={
              work !== "idle" &&
              (work === "paused" ? "Печать уже остановлена" : (blockedTexts[work] ?? "Сначала напечатайте задание"))
            }
            onClick={() => duty.send({ type: "duty.pause" })}
          >
            Пауза
          </Button>
          <Button why={blockedTexts[work]} onClick={stop}>
            Уйти с дежурства
          </Button>
        </header>
        <div aria-live="polite" className="border-t border-line pt-3">
          <WorkPanel duty={duty} state={state} job={job} work={work} />
        </div>
      </section>
      <Recent duty={duty} state={state} mayDeny={work === "idle" || work === "paused"} />
      {paper && <DrawnPaper paper={paper} />}
    </div>
  );
};
