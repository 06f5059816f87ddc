import { assign, enqueueActions, sendTo, setup } from "xstate";
import type { Schemas } from "#api/client.ts";
import type { Failure } from "#machines/core/failure.ts";
import { queryMachineOf } from "#machines/core/query.machine.ts";
import type { Loaded, QueryReport } from "#machines/core/query.ts";
import { companyStateQuery } from "#machines/queries/companyState.ts";
import type { CompanyFigures } from "./homeFigures.ts";

type State = Schemas["CompanyState"];
interface CompanyQuery {
  readonly companyId: number;
}

/** Maximum number of companies for which the figures are read for the first time concurrently. */
const AT_ONCE = 4;

const PREFIX = "company";

const idOf = ({ companyId }: CompanyQuery): string => `${PREFIX}${companyId}`;
const companyOf = (id: string): number => Number(id.slice(PREFIX.length));

const unread: CompanyFigures = { state: undefined, at: undefined, failure: undefined };

/**
 * Figures of the user's companies on the home page. Each company has its own query, so that a slow company does not
 * delay other companies (areas, section 13, B12).
 */
export const homeFiguresMachine = setup({
  types: {
    context: {} as {
      /** Ids of the companies whose figures have not been requested yet. */
      readonly waiting: readonly number[];
      /** Figures keyed by company id. A company has an entry after its first read has succeeded or failed. */
      readonly figures: Readonly<Record<number, CompanyFigures>>;
    },
    input: {} as { readonly companyIds: readonly number[] },
    events: {} as { type: "company.refresh"; companyId: number } | QueryReport<CompanyQuery, State>,
  },
  actors: { company: queryMachineOf<CompanyQuery, State>() },
  guards: {
    isFirst: ({ context: { figures } }, from: string) => figures[companyOf(from)] === undefined,
  },
  actions: {
    start: enqueueActions(({ context: { waiting }, enqueue }, count: number) => {
      for (const companyId of waiting.slice(0, count)) {
        const query = { companyId };
        enqueue.spawnChild("company", { id: idOf(query), input: { query, topics: companyStateQuery.topics } });
      }
      enqueue.assign({ waiting: waiting.slice(count) });
    }),
    keepLoaded: assign(({ context: { figures } }, { query, data: state, at }: Loaded<CompanyQuery, State>) => ({
      figures: { ...figures, [query.companyId]: { state, at, failure: undefined } },
    })),
    keepFailure: assign(({ context: { figures } }, { from, failure }: { from: string; failure: Failure }) => {
      const companyId = companyOf(from);
      return { figures: { ...figures, [companyId]: { ...(figures[companyId] ?? unread), failure } } };
    }),
    refresh: sendTo((_, query: CompanyQuery) => idOf(query), { type: "query.refresh" }),
  },
}).createMachine({
  id: "homeFigures",
  context: ({ input: { companyIds } }) => ({ waiting: companyIds, figures: {} }),
  entry: { type: "start", params: AT_ONCE },
  on: {
    "company.refresh": { actions: { type: "refresh", params: ({ event }) => event } },
    "query.loaded": [
      {
        guard: { type: "isFirst", params: ({ event }) => event.from },
        actions: [
          { type: "keepLoaded", params: ({ event }) => event.loaded },
          { type: "start", params: 1 },
        ],
      },
      { actions: { type: "keepLoaded", params: ({ event }) => event.loaded } },
    ],
    "query.failed": [
      {
        guard: { type: "isFirst", params: ({ event }) => event.from },
        actions: [
          { type: "keepFailure", params: ({ event }) => event },
          { type: "start", params: 1 },
        ],
      },
      { actions: { type: "keepFailure", params: ({ event }) => event } },
    ],
  },
});
