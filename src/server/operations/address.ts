import type { Handlers } from "../http/handlerTypes.ts";
import { searchPlaces } from "../services/addresses/addresses.ts";

/** Handlers that suggest streets and houses for a typed address. */
export const addressOperations = {
  searchAddress: async ({ query }) => searchPlaces(query.q),
} satisfies Pick<Handlers, "searchAddress">;
