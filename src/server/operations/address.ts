import type { Handlers } from "../http/handlerTypes.ts";
import { searchPlaces } from "../services/addresses/addresses.ts";

/** Handlers that suggest streets and houses. */
export const addressOperations = {
  searchAddress: async ({ query }) => searchPlaces(query.q),
} satisfies Pick<Handlers, "searchAddress">;
