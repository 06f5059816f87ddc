import { assign, emit, setup } from "xstate";
import { backoff } from "#machines/core/backoff.ts";
import { type CommandRules, commandStateOf } from "#machines/core/commandRules.ts";
import { type EnvironmentEvent, environmentStub, isFollowedTopic, type LiveTopic } from "#machines/core/environment.ts";
import { type Failure, failureOf } from "#machines/core/failure.ts";
import { outputOf } from "#machines/core/outputOf.ts";
import { stub } from "#machines/core/stub.ts";
import { type PermissionReason, type Permissions, permissionReasonOf } from "#machines/session/permissions.ts";
import { type Id, type Identified, moveRow, type Reordering } from "./types.ts";

/** Loaded rows, and the server time at which they were read, ms since 1970. */
export interface LoadedRows<Row> {
  readonly rows: readonly Row[];
  readonly at: number;
}

export interface RowCommand<Row, Command> {
  readonly command: Command;
  readonly row: Row;
}

/**
 * New position of a row that the user moves: the index `to`, or a shift `by` a number of rows (positive is down,
 * negative is up).
 */
export type RowMove = { readonly id: Id } & ({ readonly to: number } | { readonly by: number });

const RETRY_MS = 5000;
/**
 * Delay between a change that the live feed reports and the read of the rows, ms. All changes that are reported during
 * the delay cause only one read.
 */
const SPREAD_MS = 300;
const LONGEST_PAUSE_MS = 60_000;

const targetIndexOf = (rows: readonly Identified[], move: RowMove): number => {
  const index = "to" in move ? move.to : rows.findIndex(({ id }) => id === move.id) + move.by;
  return Math.max(0, Math.min(index, rows.length - 1));
};

const idsOf = (rows: readonly Identified[]): readonly Id[] => rows.map(({ id }) => id);

/**
 * Returns the reason why the user may not change the directory, or undefined if there is none. Used by the guards and
 * for tooltips.
 */
export const reasonNotToChangeRows = ({
  permissions,
  permission,
}: {
  readonly permissions: Permissions;
  readonly permission: string | undefined;
}): PermissionReason | undefined => permissionReasonOf(permissions, permission);

/** Returns a list machine with the given types of rows and commands, and the rules that limit commands to some rows. */
export const directoryListMachineOf = <Row extends Identified, Command extends string>(
  rules?: CommandRules<Row, Command>,
) =>
  setup({
    types: {
      context: {} as {
        readonly permissions: Permissions;
        /** Permission that the user needs to run a command or to reorder the rows. */
        readonly permission: string | undefined;
        rows: readonly Row[];
        at: number | undefined;
        /** Failure of the last read. */
        failure: Failure | undefined;
        /** Number of failed reads since the last successful read. */
        failures: number;
        isHidden: boolean;
        readonly topics: readonly LiveTopic[];
        /** True if the live feed has reported a change since the last read began. */
        isOutdated: boolean;
        /** Failure of the last command. */
        refusal: Failure | undefined;
        chosen: RowCommand<Row, Command> | undefined;
        /**
         * Ids of the rows in the order that was last read or saved. A request that reorders the rows contains these
         * ids, so that the server detects a change by another user.
         */
        seen: readonly Id[];
      },
      input: {} as
        | {
            /** Live feed topics. The rows are read again when the feed reports a change of one of these topics. */
            readonly topics?: readonly LiveTopic[] | undefined;
            readonly permissions?: Permissions;
            readonly permission?: string | undefined;
          }
        | undefined,
      events: {} as
        | { type: "permissions.change"; permissions: Permissions }
        | { type: "list.refresh" }
        | EnvironmentEvent
        | { type: "command.choose"; chosen: RowCommand<Row, Command> }
        | { type: "command.confirm" }
        | { type: "command.cancel" }
        | { type: "rows.move"; move: RowMove }
        | { type: "refusal.dismiss" },
      emitted: {} as { type: "command.done"; done: RowCommand<Row, Command> },
      tags: {} as "busy" | "skeleton" | "failed",
    },
    actors: {
      load: stub<LoadedRows<Row>>("load"),
      run: stub<RowCommand<Row, Command>, RowCommand<Row, Command> | undefined>("run"),
      reorder: stub<readonly Id[], Reordering>("reorder"),
      environment: environmentStub,
    },
    guards: {
      isUnanswered: ({ context }) => context.failure?.kind === "unanswered",
      isRetried: ({ context }) => context.failure?.kind === "unanswered" && !context.isHidden,
      isFollowed: ({ context: { topics } }, topic: LiveTopic | "all") => isFollowedTopic(topics, topic),
      isToBeRead: ({ context }) => context.isOutdated && !context.isHidden,
      isMovedAgain: ({ context }, saved: readonly Id[]) => context.rows.some(({ id }, index) => id !== saved[index]),
      isChosen: ({ context }) => context.chosen !== undefined,
      mayChange: ({ context }) => reasonNotToChangeRows(context) === undefined,
      mayRun: ({ context }, { command, row }: RowCommand<Row, Command>) =>
        reasonNotToChangeRows(context) === undefined && commandStateOf(rules, command, row) === "allowed",
    },
    actions: {
      keepPermissions: assign((_, permissions: Permissions) => ({ permissions })),
      keep: assign((_, { rows, at }: LoadedRows<Row>) => ({ rows, at, failure: undefined, failures: 0 })),
      keepFailure: assign(({ context }, failure: Failure) => ({ failure, failures: context.failures + 1 })),
      setHidden: assign((_, isHidden: boolean) => ({ isHidden })),
      keepOutdated: assign((_, isOutdated: boolean) => ({ isOutdated })),
      keepRefusal: assign((_, refusal: Failure) => ({ refusal })),
      dropRefusal: assign({ refusal: undefined }),
      choose: assign((_, chosen: RowCommand<Row, Command>) => ({ chosen, refusal: undefined })),
      forget: assign({ chosen: undefined }),
      keepOrder: assign(({ context }) => ({ seen: idsOf(context.rows), refusal: undefined })),
      keepSaved: assign((_, saved: readonly Id[]) => ({ seen: saved })),
      move: assign(({ context: { rows } }, move: RowMove) => ({
        rows: moveRow(rows, move.id, targetIndexOf(rows, move)),
      })),
      reportDone: emit((_, done: RowCommand<Row, Command>) => ({ type: "command.done" as const, done })),
    },
    delays: {
      spread: SPREAD_MS,
      backOff: ({ context }) => backoff(context.failures, 1, { firstMs: RETRY_MS, lastMs: LONGEST_PAUSE_MS }),
    },
  }).createMachine({
    id: "directoryList",
    context: ({ input }) => ({
      permissions: input?.permissions,
      permission: input?.permission,
      rows: [],
      at: undefined,
      failure: undefined,
      failures: 0,
      isHidden: false,
      topics: input?.topics ?? [],
      isOutdated: false,
      refusal: undefined,
      chosen: undefined,
      seen: [],
    }),
    invoke: { id: "environment", src: "environment" },
    initial: "loading",
    on: {
      "permissions.change": { actions: { type: "keepPermissions", params: ({ event }) => event.permissions } },
      "page.hide": { actions: { type: "setHidden", params: true } },
      "page.show": { actions: { type: "setHidden", params: false } },
      "data.changed": {
        guard: { type: "isFollowed", params: ({ event }) => event.topic },
        actions: { type: "keepOutdated", params: true },
      },
    },
    states: {
      loading: {
        tags: ["busy", "skeleton"],
        entry: { type: "keepOutdated", params: false },
        invoke: {
          id: "load",
          src: "load",
          onDone: { target: "browsing", actions: { type: "keep", params: outputOf } },
          onError: { target: "failed", actions: { type: "keepFailure", params: failureOf } },
        },
      },
      browsing: {
        description: "An unanswered read is repeated with back-off, unless the page is hidden.",
        always: { guard: "isToBeRead", target: "announced" },
        on: {
          "list.refresh": "refreshing",
          "network.online": "refreshing",
          "page.show": {
            guard: "isUnanswered",
            target: "refreshing",
            actions: { type: "setHidden", params: false },
          },
          "command.choose": {
            guard: { type: "mayRun", params: ({ event }) => event.chosen },
            target: "confirming",
            actions: { type: "choose", params: ({ event }) => event.chosen },
          },
          "rows.move": {
            guard: "mayChange",
            target: "ordering",
            actions: ["keepOrder", { type: "move", params: ({ event }) => event.move }],
          },
          "refusal.dismiss": { actions: "dropRefusal" },
        },
        after: { backOff: { guard: "isRetried", target: "refreshing" } },
      },
      announced: {
        description: "Waits a moment, so that one read serves several changes.",
        on: {
          "list.refresh": "refreshing",
          "command.choose": {
            guard: { type: "mayRun", params: ({ event }) => event.chosen },
            target: "confirming",
            actions: { type: "choose", params: ({ event }) => event.chosen },
          },
          "rows.move": {
            guard: "mayChange",
            target: "ordering",
            actions: ["keepOrder", { type: "move", params: ({ event }) => event.move }],
          },
          "refusal.dismiss": { actions: "dropRefusal" },
        },
        after: { spread: "refreshing" },
      },
      confirming: {
        description:
          "A dialog names the row and asks for confirmation (platform, section 4). The dialog interrupts a read, so cancelling it reads again.",
        on: {
          "command.confirm": { guard: "mayChange", target: "running" },
          "command.cancel": { target: "refreshing", actions: "forget" },
        },
      },
      running: {
        tags: "busy",
        invoke: {
          id: "run",
          src: "run",
          input: ({ context }) => context.chosen,
          onDone: { target: "refreshing", actions: ["forget", { type: "reportDone", params: outputOf }] },
          onError: { target: "refreshing", actions: ["forget", { type: "keepRefusal", params: failureOf }] },
        },
      },
      ordering: {
        description:
          "The moved rows are shown while their sequence is saved. The server refuses the sequence if another user has reordered the rows. A command that the user chooses waits.",
        tags: "busy",
        on: {
          "rows.move": { guard: "mayChange", actions: { type: "move", params: ({ event }) => event.move } },
          "command.choose": {
            guard: { type: "mayRun", params: ({ event }) => event.chosen },
            actions: { type: "choose", params: ({ event }) => event.chosen },
          },
        },
        invoke: {
          id: "reorder",
          src: "reorder",
          input: ({ context }) => ({ seen: context.seen, ids: idsOf(context.rows) }),
          onDone: [
            {
              guard: { type: "isMovedAgain", params: outputOf },
              target: "ordering",
              reenter: true,
              actions: { type: "keepSaved", params: outputOf },
            },
            { guard: "isChosen", target: "confirming" },
            { target: "refreshing" },
          ],
          onError: { target: "refreshing", actions: ["forget", { type: "keepRefusal", params: failureOf }] },
        },
      },
      refreshing: {
        description:
          "The rows stay visible while they are read again. A refused command also reads again, because the rows may be stale.",
        tags: "busy",
        entry: { type: "keepOutdated", params: false },
        on: {
          "command.choose": {
            guard: { type: "mayRun", params: ({ event }) => event.chosen },
            target: "confirming",
            actions: { type: "choose", params: ({ event }) => event.chosen },
          },
          "rows.move": {
            guard: "mayChange",
            target: "ordering",
            actions: ["keepOrder", { type: "move", params: ({ event }) => event.move }],
          },
        },
        invoke: {
          id: "load",
          src: "load",
          onDone: { target: "browsing", actions: { type: "keep", params: outputOf } },
          onError: { target: "browsing", actions: { type: "keepFailure", params: failureOf } },
        },
      },
      failed: {
        tags: "failed",
        on: {
          "list.refresh": "loading",
          "network.online": "loading",
          "page.show": { target: "loading", actions: { type: "setHidden", params: false } },
        },
        after: { backOff: { guard: "isRetried", target: "loading" } },
      },
    },
  });

/** Directory list that reads the rows, reorders them, and runs one confirmed command at a time. */
export const directoryListMachine = directoryListMachineOf<Identified, string>();
