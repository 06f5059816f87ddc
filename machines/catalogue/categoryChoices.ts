import { fromPromise } from "xstate";
import type { Api } from "#api/client.ts";
import type { CatalogueScope } from "#machines/directory/descriptors/catalogue.ts";
import { type CategoryRow, readCategories } from "#machines/directory/descriptors/categories.ts";

/** The categories that a list can be narrowed to; none while they are not known. */
export const categoryChoices = (api: Api, scope: CatalogueScope) =>
  fromPromise(({ signal }): Promise<readonly CategoryRow[]> => readCategories(api, scope, signal).catch(() => []));
