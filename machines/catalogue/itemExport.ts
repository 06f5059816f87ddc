import { type Api, unwrap } from "#api/client.ts";
import type { CatalogueOwner } from "#machines/directory/descriptors/catalogue.ts";
import type { MakeTable } from "#machines/files/tableExport.actors.ts";

/**
 * Returns a function that requests the dishes of a company or group as a table file. Dishes inherited from a company
 * group are excluded.
 */
export const makeItemTable =
  (api: Api, scope: CatalogueOwner): MakeTable =>
  (format, signal) => {
    const request = { parseAs: "blob" as const, signal };
    const query = { format };
    return "companyId" in scope
      ? unwrap(api.GET("/api/Item/Company/{companyId}/Export", { params: { path: scope, query }, ...request }))
      : unwrap(
          api.GET("/api/Item/CompanyGroup/{companyGroupId}/Export", { params: { path: scope, query }, ...request }),
        );
  };
