import type { Handlers } from "../http/handlerTypes.ts";
import { listConfigAuthors, listConfigChanges } from "../services/configChanges/configChanges.ts";

/** Handlers for the audit log of the configuration. */
export const configChangeOperations = {
  listConfigChanges: ({ db, company, query }) => listConfigChanges(db, company, query),
  listConfigAuthors: ({ db, company }) => listConfigAuthors(db, company.id),
} satisfies Partial<Handlers>;
