import type { Schemas } from "#api/client.ts";
import { type QueryParts, queryActors } from "#machines/core/query.actors.ts";
import { queryMachineOf } from "#machines/core/query.machine.ts";
import { companyStateQuery } from "#machines/queries/companyState.ts";

/** Returns the actors of the home page's figures. */
export const homeFiguresActors = (parts: QueryParts) => ({
  company: queryMachineOf<{ readonly companyId: number }, Schemas["CompanyState"]>().provide({
    actors: queryActors(parts, companyStateQuery),
  }),
});
