import { assign, enqueueActions, setup } from "xstate";
import { notifyParent } from "#machines/core/notifyParent.ts";
import { outputOf } from "#machines/core/outputOf.ts";
import { stub } from "#machines/core/stub.ts";
import type { DraftRecord, StoredDraft } from "./draft.ts";

/**
 * Stored draft with its name. An editor that opens a draft first locks the name of the draft, so that no other editor
 * opens the draft.
 */
export interface NamedDraft {
  readonly name: string;
  readonly stored: StoredDraft;
}

/** Draft to store under a name. */
export interface DraftWrite {
  readonly name: string;
  readonly record: DraftRecord;
}

/** Events that the draft storage sends to the order editor. */
export type DraftReport =
  /** The search for stored drafts has ended. `stored` is the newest draft that no other editor has open, or null. */
  | { type: "drafts.found"; name: string; stored: StoredDraft | null }
  | { type: "drafts.kept"; isKept: boolean }
  | { type: "drafts.flushed" }
  | { type: "drafts.dropped" };

/** Storage of the order editor's draft in IndexedDB. A lock prevents two editors from opening the same draft. */
export const draftKeeperMachine = setup({
  types: {
    context: {} as {
      /** Name under which this tab stores a new draft. */
      readonly ownName: string;
      readonly candidates: readonly NamedDraft[];
      readonly name: string;
      readonly record: DraftRecord | null;
      /** True if `record` has changes that are not stored yet. */
      readonly isChanged: boolean;
      /** True while the order editor waits until the draft is stored. */
      readonly isFlushing: boolean;
    },
    input: {} as { readonly ownName: string },
    events: {} as
      | { type: "draft.change"; record: DraftRecord }
      | { type: "draft.flush"; record: DraftRecord }
      /**
       * Discards changes that are not stored yet, because a save begins. The save stores the draft with its idempotency
       * key, and a later write of the draft would overwrite the key.
       */
      | { type: "draft.release" }
      | { type: "draft.drop" },
  },
  actors: {
    /** Lists the drafts of earlier visits, newest first. */
    list: stub<readonly NamedDraft[]>("list"),
    /**
     * Locks a draft for this editor. Resolves with false if the draft is open in another tab or in another editor of
     * this tab.
     */
    claim: stub<boolean, { name: string }>("claim"),
    keep: stub<void, DraftWrite>("keep"),
    forget: stub<void, { name: string }>("forget"),
  },
  guards: {
    isClaimed: (_, isClaimed: boolean) => isClaimed,
    hasCandidates: ({ context }) => context.candidates.length > 0,
    isChanged: ({ context }) => context.isChanged,
    isFlushing: ({ context }) => context.isFlushing,
  },
  actions: {
    keepCandidates: assign((_, candidates: readonly NamedDraft[]) => ({ candidates })),
    keepName: assign(({ context }) => ({ name: context.candidates[0]?.name ?? context.ownName })),
    dropCandidate: assign(({ context }) => ({ candidates: context.candidates.slice(1) })),
    keepRecord: assign((_, record: DraftRecord) => ({ record, isChanged: true })),
    dropChange: assign({ isChanged: false }),
    dropRecord: assign({ record: null, isChanged: false }),
    startFlush: assign({ isFlushing: true }),
    endFlush: assign({ isFlushing: false }),
    reportFound: enqueueActions(({ self, context: { candidates, name }, enqueue }) => {
      const report: DraftReport = { type: "drafts.found", name, stored: candidates[0]?.stored ?? null };
      notifyParent({ self, enqueue }, report);
    }),
    report: enqueueActions(({ self, enqueue }, report: DraftReport) => notifyParent({ self, enqueue }, report)),
  },
}).createMachine({
  id: "draftKeeper",
  context: ({ input: { ownName } }) => ({
    ownName,
    candidates: [],
    name: ownName,
    record: null,
    isChanged: false,
    isFlushing: false,
  }),
  initial: "listing",
  states: {
    listing: {
      invoke: {
        id: "list",
        src: "list",
        onDone: { target: "choosing", actions: { type: "keepCandidates", params: outputOf } },
        onError: "choosing",
      },
    },
    choosing: {
      always: [{ guard: "hasCandidates", target: "claiming" }, { target: "claimingOwn" }],
    },
    claiming: {
      description: "A draft that another tab has open is skipped.",
      invoke: {
        id: "claim",
        src: "claim",
        input: ({ context: { candidates, ownName } }) => ({ name: candidates[0]?.name ?? ownName }),
        onDone: [
          { guard: { type: "isClaimed", params: outputOf }, target: "found" },
          { target: "choosing", actions: "dropCandidate" },
        ],
        onError: { target: "choosing", actions: "dropCandidate" },
      },
    },
    claimingOwn: {
      invoke: {
        id: "claimOwn",
        src: "claim",
        input: ({ context: { ownName } }) => ({ name: ownName }),
        onDone: "found",
        onError: "found",
      },
    },
    found: { entry: ["keepName", "reportFound"], always: "idle" },
    idle: {
      always: { guard: "isChanged", target: "writing" },
      on: {
        "draft.change": { actions: { type: "keepRecord", params: ({ event }) => event.record } },
        "draft.flush": {
          target: "writing",
          actions: [{ type: "keepRecord", params: ({ event }) => event.record }, "startFlush"],
        },
        "draft.drop": "dropping",
      },
    },
    writing: {
      description: "Writes run one at a time. Changes during a write are written together afterwards.",
      entry: "dropChange",
      on: {
        "draft.change": { actions: { type: "keepRecord", params: ({ event }) => event.record } },
        "draft.flush": { actions: [{ type: "keepRecord", params: ({ event }) => event.record }, "startFlush"] },
        "draft.release": { actions: "dropChange" },
        "draft.drop": "dropping",
      },
      invoke: {
        id: "keep",
        src: "keep",
        input: ({ context: { name, record } }) => {
          if (record === null) throw new Error("There is no draft to keep");
          return { name, record };
        },
        onDone: { target: "written", actions: { type: "report", params: { type: "drafts.kept", isKept: true } } },
        onError: { target: "written", actions: { type: "report", params: { type: "drafts.kept", isKept: false } } },
      },
    },
    written: {
      always: [
        { guard: "isChanged", target: "writing" },
        {
          guard: "isFlushing",
          target: "idle",
          actions: ["endFlush", { type: "report", params: { type: "drafts.flushed" } }],
        },
        { target: "idle" },
      ],
    },
    dropping: {
      invoke: {
        id: "forget",
        src: "forget",
        input: ({ context }) => ({ name: context.name }),
        onDone: { target: "idle", actions: ["dropRecord", { type: "report", params: { type: "drafts.dropped" } }] },
        onError: { target: "idle", actions: ["dropRecord", { type: "report", params: { type: "drafts.dropped" } }] },
      },
    },
  },
});
