import { assign, emit, setup } from "xstate";
import type { Identified } from "../directory/types.ts";
import { backoff } from "./backoff.ts";
import { type CommandRules, commandStateOf } from "./commandRules.ts";
import { type EnvironmentEvent, environmentStub, isFollowedTopic, LIVE_MS, type LiveTopic } from "./environment.ts";
import { type Failure, failureOf } from "./failure.ts";
import { mutationMachineOf } from "./mutation.machine.ts";
import type { MutationReport } from "./mutation.ts";
import { outputOf } from "./outputOf.ts";
import {
  applyCommand,
  joinPages,
  type ListFilter,
  type Page,
  type PagedCommand,
  type PagedCommandDone,
  type PageRequest,
} from "./pagedQuery.ts";
import { stub } from "./stub.ts";

/**
 * Number of rows on the first page. A longer list is neither polled nor read again after a reported change, because
 * such a read returns only the first page and would remove the other rows.
 */
const FIRST_PAGE = 50;
const RETRY_MS = 5000;
const LONGEST_PAUSE_MS = 60_000;
/**
 * Delay between a change that the live feed reports and the read of the first page, ms. All changes that are reported
 * during the delay cause only one read.
 */
const SPREAD_MS = 300;

/**
 * Returns a machine for a list with cursor pagination, with the given types of row, command and argument, and the rules
 * that limit commands to some rows.
 */
export const pagedQueryMachineOf = <Row extends Identified, Command extends string, Argument = undefined>(
  rules?: CommandRules<Row, Command>,
) =>
  setup({
    types: {
      context: {} as {
        filter: ListFilter;
        rows: readonly Row[];
        next: string | null;
        /** Failure of the last read. */
        failure: Failure | undefined;
        /** Number of failed reads since the last successful read. */
        failures: number;
        /** Failure of the last command. */
        refusal: Failure | undefined;
        chosen: PagedCommand<Row, Command, Argument> | undefined;
        pollEvery: number | undefined;
        isHidden: boolean;
        readonly topics: readonly LiveTopic[];
        /** True if the live feed reports changes of the topics. */
        isLive: boolean;
        /** True if the live feed has reported a change since the last read of the first page began. */
        isOutdated: boolean;
      },
      input: {} as {
        filter: ListFilter;
        pollEvery?: number | undefined;
        /**
         * Live feed topics. If only the first page is loaded, it is read again when the feed reports a change of one of
         * these topics.
         */
        topics?: readonly LiveTopic[] | undefined;
      },
      events: {} as
        | { type: "filter.change"; patch: ListFilter }
        | { type: "list.refresh" }
        | { type: "more.load" }
        | { type: "command.choose"; chosen: PagedCommand<Row, Command> }
        | { type: "command.confirm"; argument?: Argument | undefined }
        | { type: "command.cancel" }
        | { type: "refusal.dismiss" }
        | MutationReport<PagedCommandDone<Row, Command>, never>
        | EnvironmentEvent,
      emitted: {} as
        | { type: "filter.changed"; filter: ListFilter }
        | { type: "command.done"; done: PagedCommandDone<Row, Command> },
      tags: {} as "busy" | "skeleton" | "failed",
    },
    actors: {
      load: stub<Page<Row>, PageRequest>("load"),
      run: mutationMachineOf<PagedCommand<Row, Command, Argument>, PagedCommandDone<Row, Command>, never>(),
      environment: environmentStub,
    },
    guards: {
      mayRun: (_, { command, row }: PagedCommand<Row, Command>) => commandStateOf(rules, command, row) === "allowed",
      hasMore: ({ context }) => context.next !== null,
      isReadOnShow: ({ context: { failure, pollEvery, rows } }) =>
        failure?.kind === "unanswered" || (pollEvery !== undefined && rows.length <= FIRST_PAGE),
      isDue: ({ context }) => context.pollEvery !== undefined && context.rows.length <= FIRST_PAGE && !context.isHidden,
      isRetried: ({ context }) => context.failure?.kind === "unanswered" && !context.isHidden,
      isFollowing: ({ context }) => context.topics.length > 0,
      isFollowed: ({ context: { topics } }, topic: LiveTopic | "all") => isFollowedTopic(topics, topic),
      isToBeRead: ({ context }) => context.isOutdated && !context.isHidden && context.rows.length <= FIRST_PAGE,
    },
    actions: {
      changeFilter: assign(({ context }, patch: ListFilter) => ({ filter: { ...context.filter, ...patch } })),
      reportFilter: emit(({ context }) => ({ type: "filter.changed" as const, filter: context.filter })),
      keep: assign((_, { rows, next }: Page<Row>) => ({ rows, next, failure: undefined, failures: 0 })),
      append: assign(({ context }, { rows, next }: Page<Row>) => ({
        rows: joinPages(context.rows, rows),
        next,
        failure: undefined,
        failures: 0,
      })),
      keepFailure: assign(({ context }, failure: Failure) => ({ failure, failures: context.failures + 1 })),
      choose: assign((_, chosen: PagedCommand<Row, Command>) => ({
        chosen: { command: chosen.command, row: chosen.row },
        refusal: undefined,
      })),
      keepArgument: assign(({ context: { chosen } }, { argument }: { argument?: Argument | undefined }) =>
        chosen ? { chosen: { ...chosen, argument } } : {},
      ),
      forget: assign({ chosen: undefined }),
      setHidden: assign((_, isHidden: boolean) => ({ isHidden })),
      keepLive: assign((_, isLive: boolean) => ({ isLive })),
      keepOutdated: assign((_, isOutdated: boolean) => ({ isOutdated })),
      dropRefusal: assign({ refusal: undefined }),
      keepRefusal: assign((_, refusal: Failure) => ({ refusal })),
      keepDone: assign(({ context }, done: PagedCommandDone<Row, Command>) => ({
        rows: applyCommand(context.rows, done),
      })),
      reportDone: emit((_, done: PagedCommandDone<Row, Command>) => ({ type: "command.done" as const, done })),
    },
    delays: {
      settle: 100,
      poll: ({ context: { pollEvery = 0, isLive } }) => (isLive ? Math.max(pollEvery, LIVE_MS) : pollEvery),
      spread: SPREAD_MS,
      backOff: ({ context }) => backoff(context.failures, 1, { firstMs: RETRY_MS, lastMs: LONGEST_PAUSE_MS }),
    },
  }).createMachine({
    id: "pagedQuery",
    context: ({ input }) => ({
      filter: input.filter,
      rows: [],
      next: null,
      failure: undefined,
      failures: 0,
      refusal: undefined,
      chosen: undefined,
      pollEvery: input.pollEvery,
      isHidden: false,
      topics: input.topics ?? [],
      isLive: false,
      isOutdated: false,
    }),
    invoke: { id: "environment", src: "environment" },
    initial: "reading",
    on: {
      "page.hide": { actions: { type: "setHidden", params: () => true } },
      "page.show": { actions: { type: "setHidden", params: () => false } },
      "feed.live": { guard: "isFollowing", actions: { type: "keepLive", params: () => true } },
      "feed.lost": { actions: { type: "keepLive", params: () => false } },
      "data.changed": {
        guard: { type: "isFollowed", params: ({ event }) => event.topic },
        actions: { type: "keepOutdated", params: () => true },
      },
    },
    states: {
      reading: {
        description: "A change of the filter aborts the current read and begins with the first page.",
        initial: "opening",
        on: {
          "refusal.dismiss": { actions: "dropRefusal" },
          "filter.change": {
            target: ".settling",
            actions: [{ type: "changeFilter", params: ({ event }) => event.patch }, "reportFilter"],
          },
          "command.choose": {
            guard: { type: "mayRun", params: ({ event }) => event.chosen },
            target: "confirming",
            actions: { type: "choose", params: ({ event }) => event.chosen },
          },
        },
        states: {
          opening: {
            description: "A refresh aborts the read and starts another one, because the first may be outdated.",
            tags: ["busy", "skeleton"],
            entry: { type: "keepOutdated", params: () => false },
            on: { "list.refresh": { target: "opening", reenter: true } },
            invoke: {
              id: "load",
              src: "load",
              input: ({ context }) => ({ filter: context.filter, cursor: undefined }),
              onDone: { target: "browsing", actions: { type: "keep", params: outputOf } },
              onError: { target: "failed", actions: { type: "keepFailure", params: failureOf } },
            },
          },
          settling: { tags: "busy", after: { settle: "loading" } },
          loading: {
            description: "The former rows stay visible until the new ones arrive.",
            tags: "busy",
            entry: { type: "keepOutdated", params: () => false },
            on: { "list.refresh": { target: "loading", reenter: true } },
            invoke: {
              id: "load",
              src: "load",
              input: ({ context }) => ({ filter: context.filter, cursor: undefined }),
              onDone: { target: "browsing", actions: { type: "keep", params: outputOf } },
              onError: { target: "browsing", actions: { type: "keepFailure", params: failureOf } },
            },
          },
          browsing: {
            description:
              "A hidden page is neither polled nor retried. Such a page is read again when it becomes visible.",
            always: { guard: "isToBeRead", target: "announced" },
            on: {
              "list.refresh": "loading",
              "more.load": { guard: "hasMore", target: "extending" },
              "network.online": { guard: "isRetried", target: "loading" },
              "page.show": {
                guard: "isReadOnShow",
                target: "loading",
                actions: { type: "setHidden", params: () => false },
              },
              "feed.lost": {
                description: "The wait for the next poll begins anew with the shorter interval.",
                target: "browsing",
                reenter: true,
                actions: { type: "keepLive", params: () => false },
              },
            },
            after: {
              poll: { guard: "isDue", target: "loading" },
              backOff: { guard: "isRetried", target: "loading" },
            },
          },
          announced: {
            description: "Waits a moment, so that one read serves several changes.",
            on: { "list.refresh": "loading", "more.load": { guard: "hasMore", target: "extending" } },
            after: { spread: "loading" },
          },
          extending: {
            tags: "busy",
            on: { "list.refresh": "loading" },
            invoke: {
              id: "extend",
              src: "load",
              input: ({ context }) => ({ filter: context.filter, cursor: context.next ?? undefined }),
              onDone: { target: "browsing", actions: { type: "append", params: outputOf } },
              onError: { target: "browsing", actions: { type: "keepFailure", params: failureOf } },
            },
          },
          failed: {
            tags: "failed",
            on: {
              "list.refresh": "opening",
              "network.online": "opening",
              "page.show": { target: "opening", actions: { type: "setHidden", params: () => false } },
            },
            after: { backOff: { guard: "isRetried", target: "opening" } },
          },
          interrupted: {
            description: "If the dialog of a command interrupted a read, the read starts again.",
            type: "history",
          },
        },
      },
      confirming: {
        description: "A dialog names the row and asks for confirmation (platform, section 4).",
        on: {
          "command.confirm": { target: "running", actions: { type: "keepArgument", params: ({ event }) => event } },
          "command.cancel": { target: "reading.interrupted", actions: "forget" },
        },
      },
      running: {
        tags: "busy",
        initial: "sending",
        invoke: {
          id: "run",
          src: "run",
          input: ({ context: { chosen } }) => {
            if (chosen === undefined) throw new Error("No command was chosen");
            return { request: chosen };
          },
          onError: { target: "reading.loading", actions: ["forget", { type: "keepRefusal", params: failureOf }] },
        },
        on: {
          "mutation.recorded": {
            target: "reading.interrupted",
            actions: [
              "forget",
              { type: "keepDone", params: ({ event }) => event.result },
              { type: "reportDone", params: ({ event }) => event.result },
            ],
          },
          "mutation.refused": {
            target: "reading.loading",
            actions: ["forget", { type: "keepRefusal", params: ({ event }) => event.failure }],
          },
        },
        states: {
          sending: { on: { "mutation.doubtful": "doubting" } },
          doubting: {
            description: "No answer came: the command is repeated under its key until the user gives up.",
            on: { "command.cancel": { target: "#pagedQuery.reading.loading", actions: "forget" } },
          },
        },
      },
    },
  });

/** List with cursor pagination, filters, and commands on a row. The user must confirm each command. */
export const pagedQueryMachine = pagedQueryMachineOf<Identified, string>();
