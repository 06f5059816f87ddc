import { fromPromise } from "xstate";
import { type Api, unwrap } from "#api/client.ts";

/**
 * Returns the actor that adds the sample menu to the company with the given id. The actor outputs the number of added
 * dishes.
 */
export const sampleMenuActors = (api: Api) => ({
  run: fromPromise(async ({ input, signal }: { input: { id: number }; signal: AbortSignal }): Promise<number> => {
    const params = { path: { companyId: input.id } };
    const { itemCount } = await unwrap(api.POST("/api/Company/{companyId}/SampleMenu", { params, signal }));
    return itemCount;
  }),
});
