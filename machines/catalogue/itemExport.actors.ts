import { fromPromise } from "xstate";
import { type Api, unwrap } from "#api/client.ts";
import type { CatalogueScope } from "#machines/resources/catalogue.ts";
import type { MadeFile, TableFormat } from "./itemExport.machine.ts";

/** How the server is asked for the table of a scope's own dishes. */
export const itemExportActors = (api: Api, scope: CatalogueScope) => ({
  make: fromPromise(
    async ({
      input: { format },
      signal,
    }: {
      input: { format: TableFormat };
      signal: AbortSignal;
    }): Promise<MadeFile> => {
      const request = { parseAs: "blob" as const, signal };
      const query = { format };
      const data =
        "companyId" in scope
          ? await unwrap(
              api.GET("/api/Item/Company/{companyId}/Export", { params: { path: scope, query }, ...request }),
            )
          : await unwrap(
              api.GET("/api/Item/CompanyGroup/{companyGroupId}/Export", { params: { path: scope, query }, ...request }),
            );
      return { name: `Позиции меню.${format}`, data };
    },
  ),
});
