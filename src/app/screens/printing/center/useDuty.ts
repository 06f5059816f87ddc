import { useActorRef, useSelector } from "@xstate/react";
import { useEffect, useState } from "react";
import type { ActorRefFrom, SnapshotFrom } from "xstate";
import type { Schemas } from "#api/client.ts";
import { printCenterActors } from "#machines/printing/printCenter.actors.ts";
import { printCenterMachine } from "#machines/printing/printCenter.machine.ts";
import type { printDutyMachine } from "#machines/printing/printDuty.machine.ts";
import type { Printed } from "#machines/printing/printDuty.ts";
import { useReconnect } from "../../../browserEvents.ts";
import { useServices } from "../../../context.ts";
import { useCurrentCompanyId } from "../../../frame/place.ts";
import { newKey } from "../../../newKey.ts";
import { createDutyJournal } from "../dutyJournal.ts";
import { drawnSheets, printSheets } from "../pages.ts";

/** The machine of the print centre. */
export type CenterActor = ActorRefFrom<typeof printCenterMachine>;
/** What it stands at. */
export type CenterState = SnapshotFrom<typeof printCenterMachine>;
/** The machine of a browser on duty. */
export type DutyActor = ActorRefFrom<typeof printDutyMachine>;
/** What it stands at. */
export type DutyState = SnapshotFrom<typeof printDutyMachine>;

/** A new id in the form that the server takes for one. */
export const newUuid = (): string => newKey().replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

/** Name of the element that the paper of an attempt is drawn in. */
export const paperName = ({ id, attempt }: Pick<Schemas["PrintJob"], "id" | "attempt">): string => `${id}-${attempt}`;

const DRAWN_MS = 3000;
const LOOK_MS = 20;

const elementOf = async (name: string): Promise<Element | null> => {
  for (let waited = 0; waited < DRAWN_MS; waited += LOOK_MS) {
    const element = document.querySelector(`[data-paper="${name}"]`);
    if (element) return element;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return null;
};

/** Prints the paper that the screen has drawn; `print` returns when the browser has handed it to the printer or the dialog is closed. */
const printDrawn = async ({ job }: Schemas["PrintPaper"], signal: AbortSignal): Promise<Printed> => {
  const root = await elementOf(paperName(job));
  const sheets = root ? await drawnSheets(root) : [];
  if (sheets.length === 0 || signal.aborted) return { kind: "undrawn" };
  printSheets(sheets);
  return { kind: "sent" };
};

/** Starts the machine of the print centre for as long as its screen is shown. */
export const useCenterMachine = (): CenterActor => {
  const { api, user, shell } = useServices();
  const here = useCurrentCompanyId();
  const first = useSelector(shell, ({ context }) => context.companies[0]?.id);
  const [machine] = useState(() =>
    printCenterMachine.provide({
      actors: printCenterActors({ api, journal: createDutyJournal(user.id), print: printDrawn }),
    }),
  );
  const [pageKey] = useState(newUuid);
  const center = useActorRef(machine, { input: { companyId: here || first || 0, pageKey } });
  useReconnect(center);
  return center;
};

/** Keeps the screen of the computer awake while a duty is on, where the browser can. */
export const useWakeLock = (isOn: boolean) => {
  useEffect(() => {
    if (!isOn || !("wakeLock" in navigator)) return undefined;
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const hold = async () => {
      if (document.hidden || isOver) return;
      lock = await navigator.wakeLock.request("screen").catch(() => undefined);
      if (isOver) await lock?.release();
    };
    void hold();
    document.addEventListener("visibilitychange", hold);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", hold);
      void lock?.release();
    };
  }, [isOn]);
};
