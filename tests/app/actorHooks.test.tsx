import { act, StrictMode } from "react";
import { expect, test, vi } from "vitest";
import { type AnyActorRef, emit, fromPromise, setup } from "xstate";
import { useEmitted } from "#app/shared/useEmitted.ts";
import { useProvidedActor } from "#app/shared/useProvidedActor.ts";
import { outputOf } from "#machines/core/outputOf.ts";
import { stub } from "#machines/core/stub.ts";
import { mountWith } from "../support/app/mount.tsx";
import { givenServices } from "../support/app/services.ts";

const greeterMachine = setup({
  types: {
    context: {} as { name: string },
    input: {} as { name: string },
    events: {} as { type: "greeting.ask" },
    emitted: {} as { type: "greeting.ready"; text: string },
  },
  actors: { greet: stub<string, { name: string }>("greet") },
  actions: { emitReady: emit((_, text: string) => ({ type: "greeting.ready" as const, text })) },
}).createMachine({
  id: "greeter",
  context: ({ input }) => input,
  initial: "idle",
  states: {
    idle: { on: { "greeting.ask": "asking" } },
    asking: {
      invoke: {
        src: "greet",
        input: ({ context }) => ({ name: context.name }),
        onDone: { target: "idle", actions: { type: "emitReady", params: outputOf } },
        onError: "idle",
      },
    },
  },
});

const greet = fromPromise(async ({ input }: { input: { name: string } }) => `Hello, ${input.name}`);

const Greeter = ({
  name,
  onText,
  onActor,
}: {
  name: string;
  onText: (text: string) => void;
  onActor?: (actor: AnyActorRef) => void;
}) => {
  const greeter = useProvidedActor(greeterMachine, () => ({ greet }), { name }, { id: "tested" });
  onActor?.(greeter);
  useEmitted(greeter, { "greeting.ready": ({ text }) => onText(`${text} (${greeter.id})`) });
  return (
    <button type="button" onClick={() => greeter.send({ type: "greeting.ask" })}>
      Greet
    </button>
  );
};

const { services, faults } = givenServices(() => Response.json([]));

const press = (box: Element) => act(async () => box.querySelector("button")?.click());

test("useProvidedActor — starts the machine with the given actors, input and id", async () => {
  const onText = vi.fn();
  const { box } = await mountWith(services, <Greeter name="Ada" onText={onText} />);
  await press(box);
  expect(onText.mock.calls).toEqual([["Hello, Ada (tested)"]]);
});

test("useProvidedActor — ignores a changed input after the first render", async () => {
  const onText = vi.fn();
  const { box, render } = await mountWith(services, <Greeter name="Ada" onText={onText} />);
  await render(<Greeter name="Grace" onText={onText} />);
  await press(box);
  expect(onText).toHaveBeenCalledWith("Hello, Ada (tested)");
});

test("useEmitted — calls only the handler of the latest render, and calls it once", async () => {
  const [first, last] = [vi.fn(), vi.fn()];
  const { box, render } = await mountWith(services, <Greeter name="Ada" onText={first} />);
  await render(<Greeter name="Ada" onText={last} />);
  await press(box);
  expect(first).not.toHaveBeenCalled();
  expect(last).toHaveBeenCalledOnce();
});

test("useProvidedActor — runs one actor in StrictMode and stops it on unmount", async () => {
  const actors: AnyActorRef[] = [];
  const onText = vi.fn();
  const onActor = (actor: AnyActorRef) => actors.push(actor);
  const { box, render } = await mountWith(
    services,
    <StrictMode>
      <Greeter name="Ada" onText={onText} onActor={onActor} />
    </StrictMode>,
  );
  await press(box);
  expect(onText.mock.calls).toEqual([["Hello, Ada (tested)"]]);
  await render(null);
  expect(actors.at(-1)?.getSnapshot().status).toBe("stopped");
  expect(faults).toEqual([]);
});
