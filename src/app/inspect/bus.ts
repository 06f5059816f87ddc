import type { LiveActor, TrailStep } from "#machines/inspector/inspector.ts";

/**
 * Messages between the tabs of the application and the inspector page.
 * - `hello`: the inspector asks all tabs for their steps and running actors.
 * - `steps`: steps of the machines of a tab: each new step, and after `hello` all recorded steps.
 * - `actor`: the current state of a running actor.
 * - `stopped`: an actor has stopped, or its page was left.
 * - `send`: the inspector sends `event` to an actor.
 */
export type BusMessage =
  | { type: "hello" }
  | { type: "steps"; tab: string; steps: readonly TrailStep[] }
  | { type: "actor"; actor: LiveActor }
  | { type: "stopped"; tab: string; session: string }
  | { type: "send"; tab: string; session: string; event: { type: string } };

/** Random id of this browser tab. */
export const tab = Math.random().toString(36).slice(2, 8);

const NAME = "machines";

/** Opens the channel for messages between tabs. A tab does not receive its own messages. */
export const openBus = (
  onMessage: (message: BusMessage) => void,
): { post: (message: BusMessage) => void; close: () => void } => {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data: { from, message } }: MessageEvent<{ from: string; message: BusMessage }>) => {
    if (from !== tab) onMessage(message);
  };
  return { post: (message) => channel.postMessage({ from: tab, message }), close: () => channel.close() };
};
