import { useSelector } from "@xstate/react";
import { useEffect, useState } from "react";
import type { ActorRefFrom, SnapshotFrom } from "xstate";
import type { Schemas } from "#api/client.ts";
import { printCenterActors } from "#machines/printing/printCenter.actors.ts";
import { printCenterMachine } from "#machines/printing/printCenter.machine.ts";
import type { printDutyMachine } from "#machines/printing/printDuty.machine.ts";
import type { PrintResult } from "#machines/printing/printJob.ts";
import { newIdempotencyKey } from "../../../http/idempotencyKey.ts";
import { useCurrentCompanyId } from "../../../routing/currentCompany.ts";
import { useServices } from "../../../services/context.ts";
import { useProvidedActor } from "../../../shared/useProvidedActor.ts";
import { createDutyJournal } from "../../../storage/dutyJournal.ts";
import { printSheets, renderedSheets } from "../printSheets.ts";
import { jobFailureText } from "../printTexts.ts";

/** Actor of the print centre's machine. */
export type CenterActor = ActorRefFrom<typeof printCenterMachine>;
/** Snapshot of the print centre's machine. */
export type CenterState = SnapshotFrom<typeof printCenterMachine>;
export type DutyActor = ActorRefFrom<typeof printDutyMachine>;
export type DutyState = SnapshotFrom<typeof printDutyMachine>;

export const newUuid = (): string => newIdempotencyKey().replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

/**
 * Returns the value of the attribute `data-paper` of a rendered document. The value identifies the print job and the
 * attempt.
 */
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

/**
 * Prints the rendered document, and resolves with "sent" after it was sent to the printer or the print dialog was
 * closed. Resolves with "unrendered" if the document was not rendered in time or the signal was aborted.
 */
const printDrawn = async ({ job }: Schemas["PrintPaper"], signal: AbortSignal): Promise<PrintResult> => {
  const root = await elementOf(paperName(job));
  const sheets = root ? await renderedSheets(root) : [];
  if (sheets.length === 0 || signal.aborted) return "unrendered";
  printSheets(sheets);
  return "sent";
};

/** Runs the machine of the print centre while the component is mounted. */
export const useCenterMachine = (): CenterActor => {
  const { api, environment, user, shell } = useServices();
  const here = useCurrentCompanyId();
  const companies = useSelector(shell, ({ context }) => context.companies);
  const [pageKey] = useState(newUuid);
  const center = useProvidedActor(
    printCenterMachine,
    () =>
      printCenterActors({
        api,
        environment,
        journal: createDutyJournal(user.id),
        failureText: jobFailureText,
        print: printDrawn,
      }),
    { companyId: here || companies[0]?.id || 0, pageKey, companies },
  );
  useEffect(() => center.send({ type: "companies.change", companies }), [center, companies]);
  return center;
};
