import { useId, useState } from "react";
import { useCommands } from "../../../commands.ts";
import { Button } from "../../../ui/Button.tsx";
import { failureReasons } from "../words.ts";
import type { DutyActor, DutyState } from "./useDuty.ts";

/** What a browser on duty is seen to do. */
export type Work = "idle" | "holding" | "asking" | "owing" | "knocking" | "paused" | "printing";

/** What a browser on duty is seen to do in a state of its machine. */
export const workOf = (state: DutyState): Work => {
  const names = ["idle", "holding", "asking", "owing", "knocking", "paused"] as const;
  const found = names.find((name) => state.matches({ serving: { work: name } }));
  if (found) return found;
  return state.matches({ serving: { work: "taking" } }) || state.matches({ serving: { work: "denying" } })
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

/** What is being done with the job in hand, and what a person is asked about it. */
export const WorkPanel = ({ duty, state, work }: { duty: DutyActor; state: DutyState; work: Work }) => {
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
