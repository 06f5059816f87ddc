import type { Place } from "#domain/address.ts";
import { readPlaces } from "#machines/orders/orderEditorPlaces.ts";

const LIMIT = 50;

const addressOf = (config: unknown): string => {
  const address: unknown = typeof config === "object" && config !== null ? Reflect.get(config, "geoSearch") : undefined;
  return typeof address === "string" ? address : "";
};

/** The search at the address that `config.js` names as `geoSearch`; undefined when it names none and the server's own serves. */
export const configuredSearch = (
  config: unknown,
): ((street: string, signal: AbortSignal) => Promise<Place[]>) | undefined => {
  const address = addressOf(config);
  if (address === "") return undefined;
  return async (street, signal) => {
    const url = new URL(address, location.href);
    url.searchParams.set("q", street);
    url.searchParams.set("limit", String(LIMIT));
    const response = await fetch(url, { signal, credentials: "omit", referrerPolicy: "no-referrer" });
    return readPlaces(await response.json());
  };
};
