import type { CallbackActorLogic, EventObject } from "xstate";
import { type Api, ApiProblem, type Schemas, unwrap } from "#api/client.ts";
import { currentEntry } from "#machines/core/currentEntry.ts";
import { failedOutcome, type MutationIntent, type MutationOutcome } from "#machines/core/mutation.ts";
import { queryActors } from "#machines/core/query.actors.ts";
import { queryMachineOf } from "#machines/core/query.machine.ts";
import { unstoredMutationActors } from "#machines/core/unstoredMutation.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import { companyPriceMachine } from "./companyPrice.machine.ts";
import {
  type CompanyPrice,
  type DishPrices,
  type DishPricesQuery,
  dishPricesQuery,
  isCompanyPrice,
  type PriceRequest,
  type PriceResult,
  priceMutationMachine,
} from "./dishPrices.ts";

type Outcome = MutationOutcome<PriceResult, CompanyPrice>;

/** Dependencies of the actors that read and change prices. */
interface DishPricesParts {
  readonly api: Api;
  readonly environment: CallbackActorLogic<EventObject>;
  readonly newKey: () => string;
  readonly now: () => number;
}

const stopOf = ({ remaining, until, reason }: Schemas["ItemStop"]): CompanyPrice["stop"] => ({
  remaining,
  until,
  reason,
});

const addStop = async (
  api: Api,
  companyId: number,
  itemId: number,
  key: string,
  signal: AbortSignal,
): Promise<PriceResult> => {
  const params = { path: { companyId, itemId }, header: { "Idempotency-Key": key } };
  const body = { until: null, remaining: null, reason: null };
  return {
    stop: stopOf(await unwrap(api.PUT("/api/ItemStop/{itemId}/Company/{companyId}", { params, body, signal }))),
  };
};

/**
 * Removes a dish from the stop list. After a 404, reads the price of the dish, which includes its stop-list entry. If
 * the dish has no entry, the removal counts as successful, because the entry may have expired before the request.
 * Otherwise the 404 is thrown.
 */
const removeStop = async (api: Api, companyId: number, itemId: number, signal: AbortSignal): Promise<PriceResult> => {
  try {
    await unwrap(
      api.DELETE("/api/ItemStop/{itemId}/Company/{companyId}", { params: { path: { companyId, itemId } }, signal }),
    );
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 404) throw error;
    const params = { path: { companyId, id: itemId } };
    const { stop } = await unwrap(
      api.GET("/api/Item/{id}/Company/{companyId}/Price", { params, signal }),
      isCompanyPrice,
    );
    if (stop !== null) throw error;
  }
  return { stop: null };
};

const savePrice = (
  api: Api,
  { companyId, itemId: id, price, version }: PriceRequest & { readonly kind: "price" },
  key: string,
  signal: AbortSignal,
): Promise<PriceResult> => {
  const params = { path: { companyId, id }, header: toWriteHeaders({ version, key }) };
  return unwrap(
    api.PUT("/api/Item/{id}/Company/{companyId}/Price", { params, body: { price }, signal }),
    isCompanyPrice,
  );
};

const change = (
  api: Api,
  { key, request }: MutationIntent<PriceRequest>,
  signal: AbortSignal,
): Promise<PriceResult> => {
  if (request.kind === "price") return savePrice(api, request, key, signal);
  const { companyId, itemId, isStopped } = request;
  return isStopped ? addStop(api, companyId, itemId, key, signal) : removeStop(api, companyId, itemId, signal);
};

const run = async (api: Api, intent: MutationIntent<PriceRequest>, signal: AbortSignal): Promise<Outcome> => {
  try {
    return { kind: "recorded", result: await change(api, intent, signal) };
  } catch (error) {
    return failedOutcome(error, currentEntry(isCompanyPrice));
  }
};

/**
 * Returns the actors that read and change the prices of a dish. An unanswered change is sent again. All changes except
 * the removal from the stop list have an idempotency key.
 */
export const dishPricesActors = ({ api, environment, newKey, now }: DishPricesParts) => ({
  query: queryMachineOf<DishPricesQuery, DishPrices>().provide({
    actors: queryActors({ api, environment, now }, dishPricesQuery),
  }),
  company: companyPriceMachine.provide({
    actors: {
      mutation: priceMutationMachine.provide({
        actors: unstoredMutationActors(
          { environment, newKey },
          { send: (intent: MutationIntent<PriceRequest>, signal) => run(api, intent, signal) },
        ),
      }),
    },
  }),
});
