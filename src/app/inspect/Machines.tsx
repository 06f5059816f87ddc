import { useActorRef, useSelector } from "@xstate/react";
import { useEffect, useRef, useState } from "react";
import { inspectorMachine } from "#machines/inspector/inspector.machine.ts";
import type { LiveActor, TabStep } from "#machines/inspector/inspector.ts";
import { useTitle } from "../shared/useTitle.ts";
import { type BusMessage, openBus } from "./bus.ts";
import { ContextView } from "./ContextView.tsx";
import { Drawing, drawnMachines } from "./Drawing.tsx";
import { LiveTree } from "./LiveTree.tsx";
import { SendEvent } from "./SendEvent.tsx";
import { StepList } from "./StepList.tsx";
import { TestExport } from "./TestExport.tsx";

const none: readonly string[] = [];

const isOfSameActor =
  (step: TabStep) =>
  ({ tab, session }: TabStep): boolean =>
    tab === step.tab && session === step.session;

const useInspector = () => {
  const inspector = useActorRef(inspectorMachine, { input: { machine: drawnMachines[0] ?? "" } });
  const bus = useRef<ReturnType<typeof openBus>>(undefined);
  useEffect(() => {
    const receive = (message: BusMessage) => {
      if (message.type === "steps")
        inspector.send({ type: "steps.came", steps: message.steps.map((step) => ({ ...step, tab: message.tab })) });
      if (message.type === "actor") inspector.send({ type: "actor.came", actor: message.actor });
      if (message.type === "stopped") inspector.send({ ...message, type: "actor.gone" });
    };
    const opened = openBus(receive);
    bus.current = opened;
    opened.post({ type: "hello" });
    return opened.close;
  }, [inspector]);
  const sendEvent = ({ tab, session }: LiveActor, event: { type: string }) =>
    bus.current?.post({ type: "send", tab, session, event });
  const requestSteps = () => bus.current?.post({ type: "hello" });
  return { inspector, sendEvent, requestSteps };
};

/**
 * Inspector page: the drawings of all machines, the running machines of the other tabs, and a replay of their steps or
 * of a pasted trail.
 */
export const Machines = () => {
  const { inspector, sendEvent, requestSteps } = useInspector();
  const state = useSelector(inspector, (snapshot) => snapshot);
  const { actors, steps, machine, at } = state.context;
  const isWalking = state.matches("walking");
  const position = isWalking ? at : steps.length - 1;
  const step = isWalking ? steps[at] : steps.findLast((past) => past.machine === machine);
  const [chosenSession, setChosenSession] = useState("");
  const live = actors.filter((actor) => actor.machine === machine);
  const actor = live.find(({ session }) => session === chosenSession) ?? live.at(-1);
  const past = step && steps.slice(0, steps.indexOf(step)).findLast(isOfSameActor(step));
  const chooseActor = ({ machine: chosen, session }: LiveActor) => {
    setChosenSession(session);
    inspector.send({ type: "machine.choose", machine: chosen });
  };
  const isOfStep = step?.machine === machine;
  const follow = () => {
    inspector.send({ type: "replay.follow" });
    requestSteps();
  };
  useTitle("Машины состояний");
  return (
    <main className="grid grid-cols-[220px_minmax(0,1fr)_380px] gap-4 p-4 max-[1100px]:grid-cols-1">
      <div className="grid content-start">
        <h1>Машины состояний</h1>
        <LiveTree actors={actors} chosen={actor} onChoose={chooseActor} />
        <nav aria-label="Машины" className="grid content-start gap-1">
          <h2 className="mt-3 font-semibold">Все машины</h2>
          {drawnMachines.map((name) => {
            const count = actors.filter((running) => running.machine === name).length;
            return (
              <button
                key={name}
                type="button"
                className="flex items-center justify-between rounded-md px-2 py-1 text-left hover:bg-sunken aria-[current]:bg-accent-weak aria-[current]:font-semibold"
                aria-current={name === machine || undefined}
                onClick={() => inspector.send({ type: "machine.choose", machine: name })}
              >
                {name}
                {count > 0 && <span className="badge">{count}</span>}
              </button>
            );
          })}
        </nav>
      </div>
      <section aria-label={machine} className="sheet min-w-0 p-2">
        <Drawing
          machine={machine}
          states={isWalking ? (isOfStep ? step.states : none) : (actor?.states ?? none)}
          edges={isOfStep ? step.edges : none}
        />
      </section>
      <div className="grid min-w-0 content-start gap-4">
        <StepList
          steps={steps}
          at={position}
          isWalking={isWalking}
          onWalk={(to) => inspector.send({ type: "replay.to", at: to })}
          onFollow={follow}
        />
        {actor && !isWalking && <SendEvent key={actor.session} actor={actor} onSend={sendEvent} />}
        <ContextView context={isWalking ? step?.context : actor?.context} before={past?.context} />
        {step && <TestExport steps={steps.filter(isOfSameActor(step))} />}
        <label className="grid gap-1">
          <span className="font-semibold">След для поддержки</span>
          <textarea
            rows={3}
            className="field font-mono text-xs"
            placeholder="Вставьте след, чтобы пройти по нему"
            onChange={(event) => inspector.send({ type: "trail.paste", text: event.target.value })}
          />
        </label>
      </div>
    </main>
  );
};
