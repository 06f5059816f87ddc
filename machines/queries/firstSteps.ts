import { hasFields, isListOf } from "#api/answerShape.ts";
import { type Schemas, unwrap } from "#api/client.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";

const POLL_MS = 60_000;

const areSteps = isListOf({ name: "string", isDone: "boolean" });
const areTemplates = isListOf({ name: "string", missing: "list" });

/** Descriptor of the query for the onboarding checklist: the steps of a new company up to its first order. */
export const firstStepsQuery: QueryDescriptor<{ readonly companyId: number }, Schemas["FirstSteps"]> = {
  name: "firstSteps",
  topics: ["order"],
  polling: () => ({ visible: POLL_MS }),
  load: (api, path, signal) =>
    unwrap(
      api.GET("/api/Company/{companyId}/FirstSteps", { params: { path }, signal }),
      (answer) =>
        hasFields(answer, { steps: "list", templates: "list" }) &&
        areSteps(Reflect.get(answer, "steps")) &&
        areTemplates(Reflect.get(answer, "templates")),
    ),
};
