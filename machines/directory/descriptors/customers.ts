import { hasFields } from "#api/answerShape.ts";
import { type Api, type Schemas, unwrap } from "#api/client.ts";
import { parseTypedBirthday, parseTypedDay } from "#domain/days.ts";
import { formatDay } from "#domain/format.ts";
import type { ListFilter, PagedQueryDescriptor } from "#machines/core/pagedQuery.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import type { EditorDescriptor } from "#machines/directory/types.ts";
import type { MakeTable } from "#machines/files/tableExport.actors.ts";
import type { CompanyPath } from "./companyPath.ts";

export type CustomerRow = Schemas["CustomerRow"];
export type CustomerFile = Schemas["CustomerCard"];
export type CustomerOrderRow = Schemas["CustomerCardOrder"];
export type CustomerCallRow = Schemas["CustomerCall"];
export type DuplicateGroup = Schemas["CustomerDuplicateGroup"];
export type CustomerSegment = Schemas["CustomerSegment"];

const risks: readonly CustomerRow["risk"][] = ["none", "attention", "blocked"];
const segments: readonly CustomerSegment[] = ["new", "regular", "sleeping", "birthday", "attention", "blocked"];
const DAYS = /^[1-9]\d{0,2}$/;

const queryOf = ({ search, risk, segment, days }: ListFilter) => {
  const chosenRisk = risks.find((one) => one === risk);
  const chosenSegment = segments.find((one) => one === segment);
  return {
    ...(search && { search }),
    ...(chosenRisk && { risk: chosenRisk }),
    ...(chosenSegment && { segment: chosenSegment }),
    ...(days && DAYS.test(days) && { sleepingDays: Number(days) }),
  };
};

/**
 * Returns the descriptor of the list of a company's customers. The list can be searched by name, phone or address, and
 * filtered by risk and segment (areas, section 10).
 */
export const customersQuery = (companyId: number): PagedQueryDescriptor<CustomerRow> => ({
  fields: { id: "number", phone: "string", totalPay: "number", lastOrderDate: "moment?" },
  page: (api, filter, cursor, signal) => {
    const query = { ...(cursor !== undefined && { cursor }), ...queryOf(filter) };
    return unwrap(api.GET("/api/Customer/Company/{companyId}", { params: { path: { companyId }, query }, signal }));
  },
  commands: {},
});

/** Returns a function that requests a table file with the customers that match a filter. */
export const makeCustomerTable =
  (api: Api, companyId: number): MakeTable<ListFilter> =>
  (format, signal, filter) =>
    unwrap(
      api.GET("/api/Customer/Export/Company/{companyId}", {
        params: { path: { companyId }, query: { format, ...queryOf(filter) } },
        parseAs: "blob",
        signal,
      }),
    );

/**
 * Descriptor of the query that counts all customers, the customers of each segment, and the groups of possible
 * duplicates.
 */
export const customerSegmentsQuery: QueryDescriptor<CompanyPath, Schemas["CustomerSegments"]> = {
  name: "customerSegments",
  load: (api, path, signal) =>
    unwrap(api.GET("/api/Customer/Segment/Company/{companyId}", { params: { path }, signal }), (answer) =>
      hasFields(answer, { all: "number", regular: "number", duplicates: "number" }),
    ),
};

/** Returns the descriptor of the list of possible duplicates: groups of customers who may be the same person. */
export const duplicatesQuery = (companyId: number): PagedQueryDescriptor<DuplicateGroup> => ({
  page: (api, _, cursor, signal) => {
    const query = cursor === undefined ? {} : { cursor };
    return unwrap(
      api.GET("/api/Customer/Duplicate/Company/{companyId}", { params: { path: { companyId }, query }, signal }),
    );
  },
  commands: {},
});

/** Path parameters of a customer: the company and the customer. */
export interface CustomerPath extends CompanyPath {
  readonly id: number;
}

/** Returns the descriptor of the list of a customer's orders. */
export const customerOrdersQuery = (path: CustomerPath): PagedQueryDescriptor<CustomerOrderRow> => ({
  page: (api, _, cursor, signal) => {
    const query = cursor === undefined ? {} : { cursor };
    return unwrap(api.GET("/api/Customer/{id}/Company/{companyId}/Order", { params: { path, query }, signal }));
  },
  commands: {},
});

/** Returns the descriptor of the list of a customer's calls. */
export const customerCallsQuery = (path: CustomerPath): PagedQueryDescriptor<CustomerCallRow> => ({
  page: (api, _, cursor, signal) => {
    const query = cursor === undefined ? {} : { cursor };
    return unwrap(api.GET("/api/Customer/{id}/Company/{companyId}/Call", { params: { path, query }, signal }));
  },
  commands: {},
});

/** Descriptor of the query that reads one customer with their last orders. */
export const customerCardQuery: QueryDescriptor<CustomerPath, CustomerFile> = {
  name: "customerCard",
  load: (api, path, signal) =>
    unwrap(api.GET("/api/Customer/{id}/Company/{companyId}", { params: { path }, signal }), (answer) =>
      hasFields(answer, {
        phone: "string",
        avaragePay: "number",
        totalPay: "number",
        firstOrderDate: "moment?",
        lastOrderDate: "moment?",
        lastOrders: "list",
      }),
    ),
};

/**
 * Draft of an address that an employee saved on the customer's card. Addresses known only from orders have no draft.
 */
export interface KeptAddressDraft {
  street: string;
  building: string;
  apartment: string;
  level: string;
  entrance: string;
  isDefault: boolean;
}

/** Draft of a customer; an empty string means that the field has no value. Days are typed as 21.11.2026. */
export interface CustomerDraft {
  alias: string;
  birthday: string;
  note: string;
  risk: CustomerRow["risk"];
  riskReason: string;
  riskUntil: string;
  addresses: KeptAddressDraft[];
}

const draftOf = (card: CustomerFile): CustomerDraft => ({
  alias: card.alias ?? "",
  birthday: card.birthday ? formatDay(card.birthday) : "",
  note: card.note ?? "",
  risk: card.risk,
  riskReason: card.riskReason ?? "",
  riskUntil: card.riskUntil ? formatDay(card.riskUntil) : "",
  addresses: card.addresses
    .filter(({ isKept }) => isKept)
    .map((address) => ({
      street: address.deliveryAddress,
      building: address.deliveryAddressBuilding ?? "",
      apartment: address.deliveryAddressApartmentNumber ?? "",
      level: address.deliveryAddressLevel ?? "",
      entrance: address.deliveryAddressEntrance ?? "",
      isDefault: address.isDefault ?? false,
    })),
});

const saveOf = (draft: CustomerDraft): Schemas["CustomerSave"] => ({
  alias: draft.alias || null,
  birthday: parseTypedBirthday(draft.birthday) ?? null,
  note: draft.note || null,
  risk: draft.risk,
  riskReason: draft.risk === "none" ? null : draft.riskReason,
  riskUntil: draft.risk === "none" ? null : (parseTypedDay(draft.riskUntil) ?? null),
  addresses: draft.addresses.map(({ street, building, apartment, level, entrance, isDefault }) => ({
    deliveryAddress: street,
    deliveryAddressBuilding: building || null,
    deliveryAddressApartmentNumber: apartment || null,
    deliveryAddressLevel: level || null,
    deliveryAddressEntrance: entrance || null,
    isDefault,
  })),
});

/**
 * Descriptor of the customer editor. It cannot create customers, because a customer is created by the first order from
 * a new phone number.
 */
export const customerEditor: EditorDescriptor<CompanyPath, CustomerDraft> = {
  name: "customer",
  permission: () => "customer.edit",
  loadChoices: async () => undefined,
  blank: () => ({ alias: "", birthday: "", note: "", risk: "none", riskReason: "", riskUntil: "", addresses: [] }),
  read: async (api, { companyId }, id, signal) => {
    const card = await customerCardQuery.load(api, { companyId, id: Number(id) }, signal);
    return { draft: draftOf(card), version: card.version };
  },
  save: (api, { companyId }, { id, draft, version, key }, signal) => {
    const params = { path: { companyId, id: Number(id) }, header: toWriteHeaders({ version, key }) };
    return unwrap(api.PUT("/api/Customer/{id}/Company/{companyId}", { params, body: saveOf(draft), signal }));
  },
};
