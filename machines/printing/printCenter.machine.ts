import { assign, setup } from "xstate";
import type { Schemas } from "#api/client.ts";
import { outputOf } from "#machines/support/outputOf.ts";
import { stub } from "#machines/support/stub.ts";
import type { DutyPlan, DutyRecord } from "./printCenter.ts";
import { type Left, printDutyMachine } from "./printDuty.machine.ts";
import { type DutyPlace, placeOf } from "./printDuty.ts";

/** What came of going on duty. */
export type Started =
  | { kind: "started"; duty: Schemas["PrintDuty"] }
  | { kind: "busy"; userAlias: string; since: string }
  | { kind: "refused"; message: string }
  | { kind: "silent" };

interface Context {
  /** The company that is chosen before there is a duty. */
  companyId: number;
  printers: readonly Schemas["Printer"][];
  record: DutyRecord;
  duty: Schemas["PrintDuty"] | undefined;
  isTakeover: boolean;
  busyWith: { userAlias: string; since: string } | undefined;
  message: string;
  pageKey: string;
}

const noRecord: DutyRecord = {
  dutyId: "",
  plan: { companyId: 0, printerId: 0, kinds: [], mode: "click" },
  hand: null,
  ending: null,
};

/** A browser goes on duty for one printer, alone, and goes on with its duty after a reload (decisions, section 10). */
export const printCenterMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { companyId: number; pageKey: string },
    events: {} as
      | { type: "company.choose"; companyId: number }
      | { type: "printers.retry" }
      | { type: "duty.start"; plan: DutyPlan; dutyId: string }
      | { type: "duty.takeOver" }
      | { type: "duty.back" }
      | { type: "network.online" },
    tags: {} as "busy",
    children: {} as { duty: "duty" },
  },
  actors: {
    recall: stub<DutyRecord | null>("recall"),
    printers: stub<readonly Schemas["Printer"][], number>("printers"),
    start: stub<Started, { plan: DutyPlan; dutyId: string; isTakeover: boolean }>("start"),
    keep: stub<void, DutyRecord>("keep"),
    duty: printDutyMachine,
    end: stub<void, DutyPlace>("end"),
    forget: stub<void>("forget"),
  },
  guards: {
    isKnown: (_, record: DutyRecord | null) => record !== null,
    isStarted: (_, started: Started) => started.kind === "started",
    isBusy: (_, started: Started) => started.kind === "busy",
    isSilence: (_, started: Started) => started.kind === "silent",
    isRelieved: (_, left: Left) => left.relief !== undefined,
  },
  actions: {
    keepCompany: assign((_, companyId: number) => ({ companyId, printers: [], message: "" })),
    keepPrinters: assign((_, printers: readonly Schemas["Printer"][]) => ({ printers })),
    keepRecord: assign((_, record: DutyRecord | null) =>
      record === null ? {} : { companyId: record.plan.companyId, record },
    ),
    keepPlan: assign((_, { plan, dutyId }: { plan: DutyPlan; dutyId: string }) => ({
      record: { ...noRecord, plan, dutyId },
      isTakeover: false,
      message: "",
    })),
    insist: assign({ isTakeover: true }),
    keepStarted: assign((_, started: Started) => {
      if (started.kind === "started") return { duty: started.duty, isTakeover: false, message: "" };
      if (started.kind === "busy") return { busyWith: started, isTakeover: false };
      return started.kind === "refused" ? { message: started.message } : {};
    }),
    keepRelief: assign((_, { relief = "" }: Left) => ({ message: relief })),
    leave: assign({ duty: undefined, record: noRecord }),
  },
  delays: { pause: 3000 },
}).createMachine({
  id: "printCenter",
  context: ({ input }) => ({
    ...input,
    printers: [],
    record: noRecord,
    duty: undefined,
    isTakeover: false,
    busyWith: undefined,
    message: "",
  }),
  initial: "recalling",
  states: {
    recalling: {
      description: "A reload, or a browser that was closed, goes on with the duty that it had.",
      tags: "busy",
      invoke: {
        id: "recall",
        src: "recall",
        onDone: [
          {
            guard: { type: "isKnown", params: outputOf },
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
        input: ({ context }) => context.companyId,
        onDone: { target: "choosing", actions: { type: "keepPrinters", params: outputOf } },
        onError: "unlisted",
      },
      on: {
        "company.choose": {
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
          target: "listing",
          actions: { type: "keepCompany", params: ({ event }) => event.companyId },
        },
      },
    },
    choosing: {
      on: {
        "company.choose": {
          target: "listing",
          actions: { type: "keepCompany", params: ({ event }) => event.companyId },
        },
        "duty.start": { target: "starting", actions: { type: "keepPlan", params: ({ event }) => event } },
      },
    },
    starting: {
      description: "The browser has made the id of the duty, so that a repetition is the same duty.",
      tags: "busy",
      invoke: {
        id: "start",
        src: "start",
        input: ({ context: { record, isTakeover } }) => ({ plan: record.plan, dutyId: record.dutyId, isTakeover }),
        onDone: [
          {
            guard: { type: "isStarted", params: outputOf },
            target: "noted",
            actions: { type: "keepStarted", params: outputOf },
          },
          {
            guard: { type: "isBusy", params: outputOf },
            target: "busy",
            actions: { type: "keepStarted", params: outputOf },
          },
          { guard: { type: "isSilence", params: outputOf }, target: "unreached" },
          { target: "forgetting", actions: { type: "keepStarted", params: outputOf } },
        ],
        onError: "unreached",
      },
    },
    noted: {
      description: "The duty is written down, so that a reload goes on with it.",
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
      description: "Somebody else is on duty for the printer: one browser a printer.",
      on: { "duty.takeOver": { target: "starting", actions: "insist" }, "duty.back": "forgetting" },
    },
    onDuty: {
      description:
        "Once the browser is on duty, its jobs are the work of a machine of their own, which ends when it is no longer on duty.",
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
      description: "Somebody else took the printer, or it was removed.",
      entry: "leave",
      on: { "duty.back": "forgetting" },
    },
    ending: {
      tags: "busy",
      invoke: {
        id: "end",
        src: "end",
        input: ({ context }) => placeOf(context.record),
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
