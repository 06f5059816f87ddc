import { fromPromise } from "xstate";
import { type Api, unwrap } from "#api/client.ts";

/** Dependencies of the actor with which a manager answers a request. `newKey` returns a new idempotency key. */
export interface OverrideAnswerParts {
  readonly api: Api;
  readonly newKey: () => string;
  readonly companyId: number;
}

/**
 * Returns the actor with which a manager answers a request. An unanswered call is sent again under the same idempotency
 * key, so that the server stores only one answer.
 */
export const overrideAnswerActors = ({ api, newKey, companyId }: OverrideAnswerParts, isAllowed: boolean) => ({
  run: fromPromise(async ({ input: { id } }: { input: { id: number } }): Promise<number> => {
    const params = { path: { companyId, id }, header: { "Idempotency-Key": newKey() } };
    await unwrap(api.POST("/api/Override/{id}/Company/{companyId}/Answer", { params, body: { isAllowed } }));
    return 1;
  }),
});
