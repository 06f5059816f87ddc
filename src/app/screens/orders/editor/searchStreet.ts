import { type Api, unwrap } from "#api/client.ts";
import { type AddressSuggestions, suggestAddresses } from "#domain/address.ts";
import { readPlaces } from "#machines/orders/editor/addressAnswer.ts";

const LIMIT = 50;

const addressOf = (config: unknown): string => {
  const address: unknown = typeof config === "object" && config !== null ? Reflect.get(config, "geoSearch") : undefined;
  return typeof address === "string" ? address : "";
};

const searchByUrl = async (address: string, street: string, signal: AbortSignal): Promise<unknown> => {
  const url = new URL(address, location.href);
  url.searchParams.set("q", street);
  url.searchParams.set("limit", String(LIMIT));
  const response = await fetch(url, { signal, credentials: "omit", referrerPolicy: "no-referrer" });
  return response.json();
};

/**
 * Searches streets and houses, and returns the suggestions for the typed street. The search service is the URL
 * `geoSearch` in `config.js`, if set, otherwise the server.
 */
export const searchStreet = async (api: Api, street: string, signal: AbortSignal): Promise<AddressSuggestions> => {
  const address = addressOf(globalThis.appConfig);
  const answer =
    address === ""
      ? await unwrap(api.GET("/geo/search", { params: { query: { q: street } }, signal }))
      : await searchByUrl(address, street, signal);
  return suggestAddresses(readPlaces(answer), street);
};
