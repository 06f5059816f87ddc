import { useSelector } from "@xstate/react";
import { useEffect } from "react";
import { useLocation } from "wouter";
import type { ActorRefFrom } from "xstate";
import { ringingCallsActors } from "#machines/calls/ringingCall.actors.ts";
import { type RingingCall, readRingingCalls } from "#machines/calls/ringingCall.ts";
import { nextCallId, ringingCallsMachine } from "#machines/calls/ringingCalls.machine.ts";
import type { notificationsMachine } from "#machines/shell/notifications.machine.ts";
import { useCommands } from "../../keyboard/commands.ts";
import { useServices } from "../../services/context.ts";
import { useEmitted } from "../../shared/useEmitted.ts";
import { useProvidedActor } from "../../shared/useProvidedActor.ts";
import { notificationPath } from "../notifications/notificationPath.ts";

/** Keyboard shortcut with which the operator takes the call that has been ringing longest. */
export const TAKE_KEY = "Alt+C";

/**
 * Runs the machine of the ringing calls, finds these calls in the unread notifications, and registers the shortcut that
 * takes a call. Opens the order editor for a call when the machine requests it, for example after the user has taken
 * the call. Marks the notification of this call, or of a call that another operator took, as read.
 */
export const useRingingCalls = (notifications: ActorRefFrom<typeof notificationsMachine>) => {
  const { api, environment, newKey, now } = useServices();
  const [, navigate] = useLocation();
  const calls = useProvidedActor(ringingCallsMachine, () => ringingCallsActors({ api, environment, newKey }));
  const items = useSelector(notifications, ({ context }) => context.items);
  useEffect(() => calls.send({ type: "calls.change", calls: readRingingCalls(items, now()) }), [calls, items, now]);
  const markRead = ({ notificationId: id }: RingingCall) => notifications.send({ type: "notification.read", id });
  useEmitted(calls, {
    "call.open": ({ call }) => {
      markRead(call);
      const { callId, companyId, number } = call;
      const path = notificationPath({ code: "call", data: { callId, companyId, number } });
      if (path) navigate(path);
    },
    "call.read": ({ call }) => markRead(call),
  });
  const nextId = useSelector(calls, ({ context }) => nextCallId(context.cards));
  useCommands([
    {
      title: "Принять звонок",
      keys: TAKE_KEY,
      why: nextId === undefined ? "Никто не звонит" : undefined,
      run: () => nextId !== undefined && calls.send({ type: "call.take", callId: nextId }),
    },
  ]);
  return calls;
};
