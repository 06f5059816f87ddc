import { assign, setup } from "xstate";
import type { Schemas } from "#api/client.ts";
import { type EnvironmentEvent, environmentStub } from "#machines/core/environment.ts";
import { type Failure, failureOf } from "#machines/core/failure.ts";
import { outputOf } from "#machines/core/outputOf.ts";
import { stub } from "#machines/core/stub.ts";
import { type DutyPlan, type DutyRecord, type PrintingCompany, reasonNotToServe } from "./printCenter.ts";
import { type DutyOutput, printDutyMachine } from "./printDuty.machine.ts";
import type { Relief } from "./printDuty.ts";
import { type DutyPath, dutyPathOf } from "./printJob.ts";

/**
 * Request to start a print duty (a browser that prints the queue of a printer). A retry with the same `dutyId` does not
 * start a second duty.
 */
export interface DutyRequest {
  readonly plan: DutyPlan;
  readonly dutyId: string;
  readonly isTakeover: boolean;
}

/** Answer to the request to start a print duty (a browser that prints the queue of a printer). */
export type StartAnswer =
  | { readonly kind: "started"; readonly duty: Schemas["PrintDuty"] }
  /** Another browser already serves this printer. */
  | { readonly kind: "busy"; readonly userAlias: string; readonly since: string }
  | { readonly kind: "refused"; readonly failure: Failure }
  | { readonly kind: "unanswered" };

interface Context {
  companies: readonly PrintingCompany[];
  /** Company that is chosen for the next print duty. */
  companyId: number;
  printers: readonly Schemas["Printer"][];
  record: DutyRecord;
  duty: Schemas["PrintDuty"] | undefined;
  isTakeover: boolean;
  busyWith: { userAlias: string; since: string } | undefined;
  /** Failure of the last attempt to read the printers or to start a print duty. */
  failure: Failure | undefined;
  /** Reason why the last print duty ended. */
  relief: Relief | undefined;
  pageKey: string;
}

const noRecord: DutyRecord = {
  dutyId: "",
  plan: { companyId: 0, printerId: 0, kinds: [], mode: "click" },
  hand: null,
  ending: null,
};

/**
 * Print centre, in which the user starts a print duty: this browser takes the jobs of a printer from the queue and
 * prints them. A duty survives reloads, and a printer has at most one duty (decisions, section 10).
 */
export const printCenterMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { companyId: number; pageKey: string; companies?: readonly PrintingCompany[] },
    events: {} as
      | { type: "companies.change"; companies: readonly PrintingCompany[] }
      | { type: "company.choose"; companyId: number }
      | { type: "printers.retry" }
      | { type: "duty.start"; plan: DutyPlan; dutyId: string }
      | { type: "duty.takeOver" }
      | { type: "duty.back" }
      | EnvironmentEvent,
    tags: {} as "busy",
    children: {} as { duty: "duty" },
  },
  actors: {
    recall: stub<DutyRecord | null>("recall"),
    printers: stub<readonly Schemas["Printer"][], { companyId: number }>("printers"),
    start: stub<StartAnswer, DutyRequest>("start"),
    keep: stub<void, DutyRecord>("keep"),
    duty: printDutyMachine,
    end: stub<void, DutyPath>("end"),
    forget: stub<void>("forget"),
    environment: environmentStub,
  },
  guards: {
    mayServe: ({ context }, companyId: number) => reasonNotToServe(context, companyId) === undefined,
    isRecalled: (_, record: DutyRecord | null) => record !== null,
    isStarted: (_, answer: StartAnswer) => answer.kind === "started",
    isBusy: (_, answer: StartAnswer) => answer.kind === "busy",
    isUnanswered: (_, answer: StartAnswer) => answer.kind === "unanswered",
    isRelieved: (_, { relief }: DutyOutput) => relief !== undefined,
  },
  actions: {
    keepCompanies: assign((_, companies: readonly PrintingCompany[]) => ({ companies })),
    keepCompany: assign((_, companyId: number) => ({ companyId, printers: [], failure: undefined })),
    keepFailure: assign((_, failure: Failure) => ({ failure })),
    keepPrinters: assign((_, printers: readonly Schemas["Printer"][]) => ({ printers })),
    keepRecord: assign((_, record: DutyRecord | null) =>
      record === null ? {} : { companyId: record.plan.companyId, record },
    ),
    keepPlan: assign((_, { plan, dutyId }: { plan: DutyPlan; dutyId: string }) => ({
      record: { ...noRecord, plan, dutyId },
      isTakeover: false,
      failure: undefined,
      relief: undefined,
    })),
    requestTakeover: assign({ isTakeover: true }),
    keepAnswer: assign((_, answer: StartAnswer) => {
      if (answer.kind === "started") return { duty: answer.duty, isTakeover: false, failure: undefined };
      if (answer.kind === "busy") return { busyWith: answer, isTakeover: false };
      return answer.kind === "refused" ? { failure: answer.failure } : {};
    }),
    keepRelief: assign((_, { relief }: DutyOutput) => ({ relief })),
    leave: assign({ duty: undefined, record: noRecord }),
  },
  delays: { pause: 3000 },
}).createMachine({
  id: "printCenter",
  context: ({ input: { companyId, pageKey, companies = [] } }) => ({
    companyId,
    pageKey,
    companies,
    printers: [],
    record: noRecord,
    duty: undefined,
    isTakeover: false,
    busyWith: undefined,
    failure: undefined,
    relief: undefined,
  }),
  invoke: { id: "environment", src: "environment" },
  on: { "companies.change": { actions: { type: "keepCompanies", params: ({ event }) => event.companies } } },
  initial: "recalling",
  states: {
    recalling: {
      description: "An unfinished duty of this browser is continued.",
      tags: "busy",
      invoke: {
        id: "recall",
        src: "recall",
        onDone: [
          {
            guard: { type: "isRecalled", params: outputOf },
            target: "starting",
            actions: { type: "keepRecord", params: outputOf },
          },
          { target: "listing" },
        ],
        onError: "listing",
      },
    },
    listing: {
      tags: "busy",
      invoke: {
        id: "printers",
        src: "printers",
        input: ({ context }) => ({ companyId: context.companyId }),
        onDone: { target: "choosing", actions: { type: "keepPrinters", params: outputOf } },
        onError: { target: "unlisted", actions: { type: "keepFailure", params: failureOf } },
      },
      on: {
        "company.choose": {
          guard: { type: "mayServe", params: ({ event }) => event.companyId },
          target: "listing",
          reenter: true,
          actions: { type: "keepCompany", params: ({ event }) => event.companyId },
        },
      },
    },
    unlisted: {
      on: {
        "printers.retry": "listing",
        "network.online": "listing",
        "company.choose": {
          guard: { type: "mayServe", params: ({ event }) => event.companyId },
          target: "listing",
          actions: { type: "keepCompany", params: ({ event }) => event.companyId },
        },
      },
    },
    choosing: {
      on: {
        "company.choose": {
          guard: { type: "mayServe", params: ({ event }) => event.companyId },
          target: "listing",
          actions: { type: "keepCompany", params: ({ event }) => event.companyId },
        },
        "duty.start": {
          guard: { type: "mayServe", params: ({ event }) => event.plan.companyId },
          target: "starting",
          actions: { type: "keepPlan", params: ({ event }) => event },
        },
      },
    },
    starting: {
      description: "The browser chooses the id of the duty, so that a retry does not start a second duty.",
      tags: "busy",
      invoke: {
        id: "start",
        src: "start",
        input: ({ context: { record, isTakeover } }) => ({ plan: record.plan, dutyId: record.dutyId, isTakeover }),
        onDone: [
          {
            guard: { type: "isStarted", params: outputOf },
            target: "noted",
            actions: { type: "keepAnswer", params: outputOf },
          },
          {
            guard: { type: "isBusy", params: outputOf },
            target: "busy",
            actions: { type: "keepAnswer", params: outputOf },
          },
          { guard: { type: "isUnanswered", params: outputOf }, target: "unreached" },
          { target: "forgetting", actions: { type: "keepAnswer", params: outputOf } },
        ],
        onError: "unreached",
      },
    },
    noted: {
      description: "The duty is stored, so that a reload continues it.",
      tags: "busy",
      invoke: {
        id: "noteDuty",
        src: "keep",
        input: ({ context }) => context.record,
        onDone: "onDuty",
        onError: "onDuty",
      },
    },
    unreached: {
      after: { pause: "starting" },
      on: { "network.online": "starting", "duty.back": "forgetting" },
    },
    busy: {
      description: "Another browser is on duty for the printer.",
      on: {
        "duty.takeOver": {
          guard: { type: "mayServe", params: ({ context }) => context.record.plan.companyId },
          target: "starting",
          actions: "requestTakeover",
        },
        "duty.back": "forgetting",
      },
    },
    onDuty: {
      invoke: {
        id: "duty",
        src: "duty",
        input: ({ context: { record, pageKey } }) => ({ ...record, pageKey }),
        onDone: [
          {
            guard: { type: "isRelieved", params: outputOf },
            target: "relieved",
            actions: { type: "keepRelief", params: outputOf },
          },
          { target: "ending" },
        ],
        onError: "ending",
      },
    },
    relieved: {
      description: "Another browser took over the printer, or the printer was removed.",
      entry: "leave",
      on: { "duty.back": "forgetting" },
    },
    ending: {
      tags: "busy",
      invoke: {
        id: "end",
        src: "end",
        input: ({ context }) => dutyPathOf(context.record),
        onDone: "forgetting",
        onError: "forgetting",
      },
    },
    forgetting: {
      entry: "leave",
      tags: "busy",
      invoke: { id: "forget", src: "forget", onDone: "listing", onError: "listing" },
    },
  },
});
