import { type Schemas, unwrap } from "#api/client.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";
import type { CustomerRow } from "#machines/directory/descriptors/customers.ts";
import type { DishRow } from "#machines/directory/descriptors/items.ts";

/** Pause after the last typed character before the customers are searched, ms. */
const TYPING_MS = 250;
const MAX_CUSTOMERS = 5;

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/**
 * Descriptor of the search for customers by name, phone or address. Waits for a pause in the typing, and finds at
 * most five customers. An empty `search` finds no customer.
 */
export const foundCustomersQuery: QueryDescriptor<
  { readonly companyId: number; readonly search: string },
  readonly CustomerRow[]
> = {
  name: "foundCustomers",
  load: async (api, { companyId, search }, signal) => {
    if (search === "") return [];
    await pause(TYPING_MS, signal);
    const params = { path: { companyId }, query: { search, limit: MAX_CUSTOMERS } };
    return (await unwrap(api.GET("/api/Customer/Company/{companyId}", { params, signal }))).rows;
  },
};

/** Company for which the records are read. If `isWanted` is false, the result is an empty list. */
export interface WantedRecords {
  readonly companyId: number;
  readonly isWanted: boolean;
}

/** Descriptor of the query for all dishes of a company, for a search in the browser. */
export const dishNamesQuery: QueryDescriptor<WantedRecords, readonly DishRow[]> = {
  name: "dishNames",
  load: async (api, { companyId, isWanted }, signal) =>
    isWanted
      ? unwrap(
          api.GET("/api/Item/Company/{companyId}/Summury", { params: { path: { companyId } }, signal }),
          Array.isArray,
        )
      : [],
};

/**
 * Descriptor of the query for all users of a company, for a search in the browser. The list is empty if `isWanted`
 * is false.
 */
export const employeeNamesQuery: QueryDescriptor<WantedRecords, readonly Schemas["CompanyUser"][]> = {
  name: "employeeNames",
  load: async (api, { companyId, isWanted }, signal) =>
    isWanted
      ? unwrap(api.GET("/api/Company/{companyId}/User", { params: { path: { companyId } }, signal }), Array.isArray)
      : [],
};
