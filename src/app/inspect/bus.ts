import type { LiveActor, Step } from "#machines/inspector/inspector.ts";

/** What tabs tell the page of machines, and what it asks of them. */
export type BusMessage =
  | { type: "hello" }
  | { type: "steps"; tab: string; steps: readonly Step[] }
  | { type: "actor"; actor: LiveActor }
  | { type: "stopped"; tab: string; session: string }
  | { type: "send"; tab: string; session: string; event: { type: string } };

/** Names this tab to the others. */
export const tab = Math.random().toString(36).slice(2, 8);

const NAME = "machines";

/** The channel between the tabs of this browser, no network is involved; a tab that watched itself would never come to rest. */
export const openBus = (
  hear: (message: BusMessage) => void,
): { tell: (message: BusMessage) => void; close: () => void } => {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data: { from, message } }: MessageEvent<{ from: string; message: BusMessage }>) => {
    if (from !== tab) hear(message);
  };
  return { tell: (message) => channel.postMessage({ from: tab, message }), close: () => channel.close() };
};
