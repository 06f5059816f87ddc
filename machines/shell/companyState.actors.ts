import { fromPromise } from "xstate";
import { type Api, unwrap } from "#api/client.ts";

/** What the machine of a company's card asks the server. */
export const companyStateActors = (api: Api) => ({
  load: fromPromise(({ input: path, signal }: { input: { companyId: number }; signal: AbortSignal }) =>
    unwrap(api.GET("/api/Company/{companyId}/DashBoard", { params: { path }, signal })),
  ),
});
