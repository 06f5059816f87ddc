import { useId, useState } from "react";
import type { DutyPlan } from "#machines/printing/printCenter.ts";
import { useCommands } from "../../../commands.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Note } from "../../../ui/Note.tsx";
import { failureReasons, kindNames, paperNames } from "../words.ts";
import type { DutyActor, DutyState } from "./useDuty.ts";

type Work = "idle" | "holding" | "asking" | "owing" | "knocking" | "paused" | "printing";

const workOf = (state: DutyState): Work => {
  const names = ["idle", "holding", "asking", "owing", "knocking", "paused"] as const;
  const found = names.find((name) => state.matches({ onDuty: { work: name } }));
  if (found) return found;
  return state.matches({ onDuty: { work: "taking" } }) || state.matches({ onDuty: { work: "denying" } })
    ? "idle"
    : "printing";
};

/** The reasons to choose from when a page did not come out. */
export const NotPrinted = ({ onSay }: { onSay: (reason: string) => void }) => {
  const [reason, setReason] = useState(failureReasons[0] ?? "");
  const id = useId();
  return (
    <span className="flex flex-wrap items-center gap-2">
      <label htmlFor={id} className="sr-only">
        Почему не напечаталось
      </label>
      <select id={id} className="field w-auto" value={reason} onChange={(event) => setReason(event.target.value)}>
        {failureReasons.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <Button kind="danger" onClick={() => onSay(reason)}>
        Не напечаталось
      </Button>
    </span>
  );
};

const Asking = ({ duty, title }: { duty: DutyActor; title: string }) => {
  useCommands([{ title: "Напечаталось", keys: "y", run: () => duty.send({ type: "answer.printed" }) }]);
  return (
    <div className="grid gap-3">
      <h2 className="text-lg font-semibold">Напечаталось? {title}</h2>
      <div className="flex flex-wrap items-center gap-3">
        <Button kind="primary" keys="Y" onClick={() => duty.send({ type: "answer.printed" })}>
          Да, напечаталось
        </Button>
        <NotPrinted onSay={(reason) => duty.send({ type: "answer.failed", reason })} />
      </div>
      <p className="text-sm text-muted">Пока вы не ответите, это задание никто не печатает заново.</p>
    </div>
  );
};

const Holding = ({ duty, title }: { duty: DutyActor; title: string }) => {
  const print = () => duty.send({ type: "job.print" });
  useCommands([{ title: "Печатать задание", keys: "p", run: print }]);
  return (
    <div className="grid gap-3">
      <h2 className="text-lg font-semibold">{title}</h2>
      <p>
        <Button kind="primary" keys="P" onClick={print}>
          Печатать
        </Button>
      </p>
    </div>
  );
};

const Paused = ({ duty, reason }: { duty: DutyActor; reason: string }) => (
  <div className="grid gap-3">
    <h2 className="text-lg font-semibold">Печать остановлена{reason && `: ${reason.toLowerCase()}`}</h2>
    <p className="text-sm text-muted">
      Новые задания ждут. Проверьте принтер и продолжите; неудавшееся повторяют из очереди.
    </p>
    <p>
      <Button kind="primary" onClick={() => duty.send({ type: "duty.resume" })}>
        Продолжить печать
      </Button>
    </p>
  </div>
);

const Panel = ({ duty, state, work }: { duty: DutyActor; state: DutyState; work: Work }) => {
  const { hand, ending, recent, waiting } = state.context;
  const title = hand?.title ?? "";
  if (work === "asking") return <Asking duty={duty} title={title} />;
  if (work === "holding") return <Holding duty={duty} title={title} />;
  if (work === "paused") {
    const [last] = recent;
    return <Paused duty={duty} reason={last?.ending.result === "failed" ? last.ending.reason : ""} />;
  }
  const words = {
    idle: waiting > 0 ? `В очереди: ${waiting}` : "Заданий нет, жду новых",
    printing: `Печатается: ${title}`,
    owing: `${ending?.result === "failed" ? "Не напечатано" : "Напечатано"}: ${title}. Сообщу серверу, как только появится связь.`,
    knocking: `${title}: жду ответа сервера, чтобы начать печать.`,
  };
  return <p className="text-lg font-semibold">{words[work]}</p>;
};

const planWords = ({ kinds, mode }: DutyPlan): string =>
  `${kinds.map((kind) => kindNames[kind].toLowerCase()).join(", ")}; ${mode === "auto" ? "печатается само" : "печать по щелчку"}`;

const held: Partial<Record<Work, string>> = {
  asking: "Сначала ответьте, напечаталось ли",
  printing: "Идёт печать",
  owing: "Сначала сервер должен узнать, что напечатано",
  knocking: "Печать начинается",
};

const Recent = ({ duty, state, mayDeny }: { duty: DutyActor; state: DutyState; mayDeny: boolean }) => {
  const { recent } = state.context;
  const [asked, ask] = useState(0);
  if (recent.length === 0) return null;
  return (
    <section aria-labelledby="recent-jobs" className="card">
      <h2 id="recent-jobs" className="mb-2 text-sm font-semibold">
        Последние
      </h2>
      <ul className="grid gap-1.5">
        {recent.map(({ jobId, title, ending }) => (
          <li key={jobId} className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 flex-1 wrap-anywhere">{title}</span>
            <Badge colour={ending.result === "printed" ? "green" : "red"}>
              {ending.result === "printed" ? "Напечатано" : ending.reason || "Не напечатано"}
            </Badge>
            {ending.result === "printed" && asked !== jobId && (
              <Button kind="ghost" why={!mayDeny && "Сначала закончится печать"} onClick={() => ask(jobId)}>
                Не напечаталось…
              </Button>
            )}
            {ending.result === "printed" && asked === jobId && (
              <NotPrinted onSay={(reason) => duty.send({ type: "job.deny", jobId, reason })} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
};

/** A browser on duty: what it does now, what it has printed, and the way out. */
export const OnDuty = ({ duty, state }: { duty: DutyActor; state: DutyState }) => {
  const work = workOf(state);
  const { plan, duty: own, isSilent } = state.context;
  const stop = () => duty.send({ type: "duty.stop" });
  return (
    <div className="grid gap-3">
      {isSilent && (
        <Note>
          Сервер не отвечает, новые задания ждут. То, что уже взято, будет допечатано; об этом сервер узнает, когда
          связь вернётся.
        </Note>
      )}
      <section aria-label="Дежурство" className="card grid gap-3">
        <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <div className="min-w-0 flex-1">
            <b className="text-lg font-semibold wrap-anywhere">{own?.printerName}</b>
            <p className="text-sm text-muted">
              {own && paperNames[own.paper]}; {planWords(plan)}
            </p>
          </div>
          <Button
            why={
              work !== "idle" &&
              (work === "paused" ? "Печать уже остановлена" : (held[work] ?? "Сначала напечатайте задание"))
            }
            onClick={() => duty.send({ type: "duty.pause" })}
          >
            Пауза
          </Button>
          <Button why={held[work]} onClick={stop}>
            Уйти с дежурства
          </Button>
        </header>
        <div aria-live="polite" className="border-t border-line pt-3">
          <Panel duty={duty} state={state} work={work} />
        </div>
      </section>
      <Recent duty={duty} state={state} mayDeny={work === "idle" || work === "paused"} />
    </div>
  );
};
