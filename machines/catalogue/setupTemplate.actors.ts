import { fromPromise } from "xstate";
import { type Api, type Schemas, unwrap } from "#api/client.ts";

/**
 * Returns the actor that adds the missing entries of a template to the company with the given id. The actor outputs the
 * number of added entries.
 */
export const setupTemplateActors = (api: Api, template: Schemas["SetupTemplateName"]) => ({
  run: fromPromise(async ({ input, signal }: { input: { id: number }; signal: AbortSignal }): Promise<number> => {
    const params = { path: { companyId: input.id, template } };
    const path = "/api/Company/{companyId}/SetupTemplate/{template}";
    const { addedCount } = await unwrap(api.POST(path, { params, signal }));
    return addedCount;
  }),
});
