import { assign, emit, setup } from "xstate";
import { type Failure, failureOf } from "#machines/core/failure.ts";
import {
  type CopyChoice,
  type CopyMutationReport,
  type CopyPart,
  type CopyReport,
  type CopyRequest,
  type CopySource,
  copyMutationMachine,
  copyParts,
  reasonNotToCopy,
} from "./companyCopy.ts";

interface Input {
  readonly companyId: number;
  /** Companies from which the user may copy. */
  readonly sources: readonly CopySource[];
}

interface Context extends Input, CopyChoice {
  readonly report: CopyReport | undefined;
  readonly failure: Failure | undefined;
}

const chosen = (source: CopySource | undefined): CopyChoice => ({ source, parts: source?.parts ?? [] });

const requestOf = ({ companyId, source, parts }: Context): CopyRequest => {
  if (!source) throw new Error("No company was chosen");
  return { companyId, fromCompanyId: source.id, parts };
};

/**
 * Dialog that copies directories and the menu from another company to which the user belongs. If the user can copy from
 * only one company, this company is preselected.
 */
export const companyCopyMachine = setup({
  types: {
    context: {} as Context,
    input: {} as Input,
    events: {} as
      | { type: "company.choose"; id: number }
      | { type: "part.toggle"; part: CopyPart }
      | { type: "copy.submit" }
      | { type: "copy.close" }
      | CopyMutationReport,
    emitted: {} as { type: "copy.done" } | { type: "copy.closed" },
    tags: {} as "busy",
    children: {} as { mutation: "mutation" },
  },
  actors: { mutation: copyMutationMachine },
  guards: { mayCopy: ({ context }) => reasonNotToCopy(context) === undefined },
  actions: {
    chooseCompany: assign(({ context }, id: number) => chosen(context.sources.find((source) => source.id === id))),
    togglePart: assign(({ context: { source, parts } }, part: CopyPart) => ({
      parts: copyParts.filter(
        (one) => source?.parts.includes(one) && (one === part ? !parts.includes(one) : parts.includes(one)),
      ),
    })),
    forgetFailure: assign({ failure: undefined }),
    keepFailure: assign((_, failure: Failure) => ({ failure })),
    keepReport: assign((_, report: CopyReport) => ({ report })),
    reportDone: emit({ type: "copy.done" as const }),
    reportClosed: emit({ type: "copy.closed" as const }),
  },
}).createMachine({
  id: "companyCopy",
  context: ({ input }) => ({
    ...input,
    ...chosen(input.sources.length === 1 ? input.sources[0] : undefined),
    report: undefined,
    failure: undefined,
  }),
  initial: "choosing",
  states: {
    choosing: {
      on: {
        "company.choose": { actions: { type: "chooseCompany", params: ({ event }) => event.id } },
        "part.toggle": { actions: { type: "togglePart", params: ({ event }) => event.part } },
        "copy.submit": { guard: "mayCopy", target: "copying" },
        "copy.close": { actions: "reportClosed" },
      },
    },
    copying: {
      description: "The dialog stays open until the outcome is known.",
      tags: "busy",
      entry: "forgetFailure",
      invoke: {
        id: "mutation",
        src: "mutation",
        input: ({ context }) => ({ request: requestOf(context) }),
        onError: { target: "choosing", actions: { type: "keepFailure", params: failureOf } },
      },
      on: {
        "mutation.recorded": {
          target: "done",
          actions: [{ type: "keepReport", params: ({ event }) => event.result }, "reportDone"],
        },
        "mutation.refused": {
          target: "choosing",
          actions: { type: "keepFailure", params: ({ event }) => event.failure },
        },
        "mutation.dropped": "choosing",
      },
    },
    done: { on: { "copy.close": { actions: "reportClosed" } } },
  },
});
