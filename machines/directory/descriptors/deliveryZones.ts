import { type Schemas, unwrap } from "#api/client.ts";
import { decimalText } from "#domain/decimal.ts";
import type { GeoPoint } from "#domain/geometry.ts";
import { parseAmount } from "#domain/money.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import type { DirectoryDescriptor, EditorDescriptor } from "#machines/directory/types.ts";
import type { CompanyPath } from "./companyPath.ts";

export type DeliveryZoneRow = Schemas["DeliveryZone"];

const isFoundZone = (answer: unknown): boolean =>
  typeof answer === "object" && answer !== null && "zones" in answer && Array.isArray(answer.zones);

/** Descriptor of the query that finds the zone of an address. The answer also contains all zones of the company. */
export const deliveryZoneQuery: QueryDescriptor<
  CompanyPath & { readonly street: string; readonly house: string },
  Schemas["FoundZone"]
> = {
  name: "deliveryZone",
  load: (api, { companyId, street, house }, signal) =>
    unwrap(
      api.GET("/api/DeliveryZone/Company/{companyId}/Find", {
        params: { path: { companyId }, query: { ...(street !== "" && { street }), ...(house !== "" && { house }) } },
        signal,
      }),
      isFoundZone,
    ),
};

export const deliveryZonesQuery: QueryDescriptor<CompanyPath, DeliveryZoneRow[]> = {
  name: "deliveryZones",
  load: (api, path, signal) =>
    unwrap(api.GET("/api/DeliveryZone/Company/{companyId}/Summury", { params: { path }, signal }), Array.isArray),
};

/** Descriptor of the list of delivery zones. */
export const deliveryZoneDirectory: DirectoryDescriptor<CompanyPath, DeliveryZoneRow> = {
  name: "deliveryZones",
  permission: () => "settings.edit",
  list: deliveryZonesQuery.load,
  commands: {
    remove: (api, { companyId }, { id }, signal) =>
      unwrap(api.DELETE("/api/DeliveryZone/{id}/Company/{companyId}", { params: { path: { companyId, id } }, signal })),
  },
};

/**
 * Draft of a delivery zone, with numbers as typed and one street in each line of `streets`. An empty `minAmount` or
 * `price` means 0. An empty `freeFrom` means that the delivery is never free.
 */
export interface DeliveryZoneDraft {
  name: string;
  priority: string;
  polygon: GeoPoint[];
  streets: string;
  minAmount: string;
  price: string;
  freeFrom: string;
  minutes: string;
}

const typedOf = (number: number | null): string => (number === null ? "" : decimalText(number));

/** Returns the streets of a draft, without empty lines. */
export const parseStreets = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

const toSave = (draft: DeliveryZoneDraft): Schemas["DeliveryZoneSave"] => ({
  name: draft.name,
  priority: Number(draft.priority),
  polygon: draft.polygon,
  streets: parseStreets(draft.streets),
  minAmount: parseAmount(draft.minAmount) ?? 0,
  price: parseAmount(draft.price) ?? 0,
  freeFrom: parseAmount(draft.freeFrom) ?? null,
  minutes: draft.minutes.trim() === "" ? null : Number(draft.minutes),
});

/** Descriptor of the editor of a delivery zone. The map in the editor also shows the other zones. */
export const deliveryZoneEditor: EditorDescriptor<
  CompanyPath,
  DeliveryZoneDraft,
  { readonly zones: readonly DeliveryZoneRow[] }
> = {
  name: "deliveryZone",
  permission: () => "settings.edit",
  loadChoices: async (api, path, signal) => ({ zones: await deliveryZoneDirectory.list(api, path, signal) }),
  blank: () => ({
    name: "",
    priority: "1",
    polygon: [],
    streets: "",
    minAmount: "",
    price: "",
    freeFrom: "",
    minutes: "",
  }),
  read: async (api, { companyId }, id, signal) => {
    const params = { path: { companyId, id: Number(id) } };
    const zone = await unwrap(api.GET("/api/DeliveryZone/{id}/Company/{companyId}", { params, signal }));
    return {
      draft: {
        name: zone.name,
        priority: String(zone.priority),
        polygon: zone.polygon,
        streets: zone.streets.join("\n"),
        minAmount: typedOf(zone.minAmount),
        price: typedOf(zone.price),
        freeFrom: typedOf(zone.freeFrom),
        minutes: typedOf(zone.minutes),
      },
      version: zone.version,
    };
  },
  save: (api, { companyId }, { id, draft, version, key }, signal) => {
    const body = { companyId, ...toSave(draft) };
    if (id === undefined) {
      const params = { path: { companyId }, header: { "Idempotency-Key": key } };
      return unwrap(api.POST("/api/DeliveryZone/Company/{companyId}", { params, body, signal }));
    }
    const params = { path: { companyId, id: Number(id) }, header: toWriteHeaders({ version, key }) };
    return unwrap(api.PUT("/api/DeliveryZone/{id}/Company/{companyId}", { params, body, signal }));
  },
};
