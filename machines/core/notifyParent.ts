import type { AnyActorRef, EventObject } from "xstate";

interface Sender {
  readonly self: AnyActorRef;
  readonly enqueue: { sendTo(target: AnyActorRef, event: EventObject): void };
}

/** Sends an event to the machine's parent. Does nothing if the machine has no parent. */
export const notifyParent = ({ self, enqueue }: Sender, event: EventObject): void => {
  if (self._parent) enqueue.sendTo(self._parent, event);
};
