import { useState } from "react";
import { isStepShown, type TabStep } from "#machines/inspector/inspector.ts";
import { Button } from "../ui/Button.tsx";

const timeFormat = new Intl.DateTimeFormat("ru-RU", { timeStyle: "medium" });

const payloadOf = ({ event: { type: _, ...payload } }: TabStep): string =>
  Object.keys(payload).length ? JSON.stringify(payload) : "";

const scrollIntoView = (line: HTMLElement | null) => line?.scrollIntoView({ block: "nearest" });

/** List of recorded steps, with a filter and the controls of the replay. The current step is marked. */
export const StepList = ({
  steps,
  at,
  isWalking,
  onWalk,
  onFollow,
}: {
  steps: readonly TabStep[];
  at: number;
  isWalking: boolean;
  onWalk: (at: number) => void;
  onFollow: () => void;
}) => {
  const [filter, setFilter] = useState("");
  return (
    <section aria-label="Шаги" className="grid min-w-0 content-start gap-2">
      <div className="flex items-center gap-2">
        <Button why={at > 0 ? undefined : "Это первый шаг"} aria-label="Назад" onClick={() => onWalk(at - 1)}>
          ←
        </Button>
        <input
          type="range"
          aria-label="Шаг"
          className="min-w-0 flex-1 accent-accent"
          min={0}
          max={Math.max(0, steps.length - 1)}
          value={at}
          onChange={(event) => onWalk(Number(event.target.value))}
        />
        <Button
          why={at < steps.length - 1 ? undefined : "Это последний шаг"}
          aria-label="Вперёд"
          onClick={() => onWalk(at + 1)}
        >
          →
        </Button>
        <Button kind="primary" why={isWalking ? undefined : "События и так показаны вживую"} onClick={onFollow}>
          Вживую
        </Button>
      </div>
      <input
        type="search"
        aria-label="Отбор шагов"
        placeholder="Машина, событие, вкладка или отправитель"
        className="field text-xs"
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
      />
      <ol className="sheet max-h-96 overflow-y-auto text-xs">
        {steps.length === 0 && <li className="p-3 text-muted">Шагов пока нет: откройте программу в другой вкладке.</li>}
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step has no id, and the user chooses it by its index
          <li key={index} hidden={!isStepShown(step, filter)}>
            <button
              type="button"
              ref={index === at ? scrollIntoView : undefined}
              aria-current={index === at || undefined}
              className="flex w-full gap-2 px-2 py-1 text-left font-mono hover:bg-sunken aria-[current]:bg-accent-weak"
              onClick={() => onWalk(index)}
            >
              <time className="shrink-0 text-muted">{timeFormat.format(step.at)}</time>
              <span className="shrink-0">{step.machine}</span>
              {step.title && <span className="shrink-0 text-muted">{step.title}</span>}
              <span className="shrink-0 font-semibold">{step.event.type}</span>
              {step.sender && <span className="shrink-0 text-muted">от {step.sender}</span>}
              <span className="truncate text-muted">{payloadOf(step)}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
};
