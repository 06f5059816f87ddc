import type { Handlers } from "../http/handlerTypes.ts";
import { searchPlaces } from "../services/addresses/addresses.ts";

/** Streets and houses for suggestions. */
export const addressOperations = {
  searchAddress: async ({ query }) => searchPlaces(query.q),
} satisfies Pick<Handlers, "searchAddress">;
