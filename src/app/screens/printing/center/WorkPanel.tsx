import { useId, useState } from "react";
import type { SnapshotFrom } from "xstate";
import type { printJobMachine } from "#machines/printing/printJob.machine.ts";
import { useCommands } from "../../../keyboard/commands.ts";
import { Button } from "../../../ui/Button.tsx";
import { failureReasons, jobFailureText, jobTitle } from "../printTexts.ts";
import type { DutyActor, DutyState } from "./useCenterMachine.ts";

export type JobState = SnapshotFrom<typeof printJobMachine>;

/**
 * Current activity of a print duty.
 * - `idle`: there is no job.
 * - `holding`: the job waits for a click of the user.
 * - `beginning`: the server has not answered that printing may start.
 * - `printing`: the browser prints the job.
 * - `asking`: the user is asked whether the job was printed.
 * - `reporting`: the server has not answered the report of the result.
 * - `paused`: the duty is paused after a failure.
 */
export type Work = "idle" | "holding" | "asking" | "beginning" | "printing" | "reporting" | "paused";

/**
 * Returns the current activity of a print duty, derived from the states of the duty's machine and of the job's machine.
 */
export const workOf = (duty: DutyState, job: JobState | undefined): Work => {
  if (duty.matches({ serving: { work: "paused" } })) return "paused";
  if (!duty.matches({ serving: { work: "printing" } }) || !job) return "idle";
  if (job.matches("holding")) return "holding";
  if (job.matches("asking")) return "asking";
  if (job.matches("waitingToBegin")) return "beginning";
  return job.matches("waitingToReport") ? "reporting" : "printing";
};

/** Select field for the reason why a document was not printed, with the button that reports the failure. */
export const FailureChoice = ({ onChoose }: { onChoose: (reason: string) => void }) => {
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
      <Button kind="danger" onClick={() => onChoose(reason)}>
        Не напечаталось
      </Button>
    </span>
  );
};

const Asking = ({ duty, title }: { duty: DutyActor; title: string }) => {
  useCommands([{ title: "Напечаталось", keys: "y", run: () => duty.send({ type: "answer.printed" }) }]);
  return (
    <div className="grid gap-3">
      <h2 className="text-base font-semibold">Напечаталось? {title}</h2>
      <div className="flex flex-wrap items-center gap-3">
        <Button kind="primary" keys="Y" onClick={() => duty.send({ type: "answer.printed" })}>
          Да, напечаталось
        </Button>
        <FailureChoice onChoose={(reason) => duty.send({ type: "answer.failed", reason })} />
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
      <h2 className="text-base font-semibold">{title}</h2>
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
    <h2 className="text-base font-semibold">Печать остановлена{reason && `: ${reason.toLowerCase()}`}</h2>
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

/**
 * Panel with the current print job. In the mode `click`, and if the outcome is unknown, for example after a reload, the
 * panel asks whether the document was printed.
 */
export const WorkPanel = ({
  duty,
  state,
  job,
  work,
}: {
  duty: DutyActor;
  state: DutyState;
  job: JobState | undefined;
  work: Work;
}) => {
  const { hand, recent, waiting } = state.context;
  const title = hand ? jobTitle(hand) : "";
  if (work === "asking") return <Asking duty={duty} title={title} />;
  if (work === "holding") return <Holding duty={duty} title={title} />;
  if (work === "paused") {
    const [last] = recent;
    return <Paused duty={duty} reason={last?.ending.result === "failed" ? jobFailureText(last.ending.reason) : ""} />;
  }
  const isFailed = job?.context.ending?.result === "failed";
  const texts = {
    idle: waiting > 0 ? `В очереди: ${waiting}` : "Заданий нет, жду новых",
    printing: `Печатается: ${title}`,
    reporting: `${isFailed ? "Не напечатано" : "Напечатано"}: ${title}. Сообщу серверу, как только появится связь.`,
    beginning: `${title}: жду ответа сервера, чтобы начать печать.`,
  };
  return <p className="text-base font-semibold">{texts[work]}</p>;
};
