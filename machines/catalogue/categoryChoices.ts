import { fromPromise } from "xstate";
import type { Api } from "#api/client.ts";
import type { CatalogueOwner } from "#machines/directory/descriptors/catalogue.ts";
import { type CategoryRow, readCategories } from "#machines/directory/descriptors/categories.ts";

/** Returns an actor that reads the categories for a filter. If the read fails, the output is an empty list. */
export const categoryChoices = (api: Api, scope: CatalogueOwner) =>
  fromPromise(({ signal }): Promise<readonly CategoryRow[]> => readCategories(api, scope, signal).catch(() => []));
