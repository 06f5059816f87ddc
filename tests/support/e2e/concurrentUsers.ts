import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Schemas } from "#api/client.ts";
import type { ApiUser } from "./fixtures.ts";

/**
 * Simulates a second operator. Each call of `edit` saves a new address in the order `id` through the given API client.
 */
export const createOtherOperator = (operator: ApiUser, id: number) => {
  let building = 0;
  return {
    edit: async () => {
      const order = await operator.get<Schemas["Order"]>(`/api/Order/Company/1/${id}`);
      building += 1;
      await operator.post(`/api/Order/${id}/Company/1`, {
        items: order.items.map(({ id: line, itemId, categoryId, count }) => ({ id: line, itemId, categoryId, count })),
        date: order.date,
        phone: order.phone,
        deliveryAddress: "ул. Другая",
        deliveryAddressBuilding: String(building),
      });
    },
  };
};

/**
 * Creates an order status for one test. `allow(false)` makes the status technical, so that operators cannot choose it.
 */
export const createStatus = async (owner: ApiUser, isRequireReason: boolean) => {
  const fields = { name: `Статус ${randomUUID().slice(0, 8)}`, isRequireReason };
  const { id } = await owner.post<{ id: number }>("/api/OrderStatus/Company/1", fields);
  const path = `/api/OrderStatus/${id}/Company/1`;
  return {
    name: fields.name,
    allow: (isAllowed: boolean) => owner.put(path, { ...fields, isTechnical: !isAllowed }),
    remove: () => owner.remove(path),
  };
};

/**
 * Answers the page's requests for the order statuses of company 1 with the present statuses. After its first data, the
 * page reloads the statuses. On a slow computer, this reload would otherwise see a status that the test has just made
 * technical, and the dialogs of the page would no longer offer this status.
 */
export const freezeStatuses = async (page: Page, user: ApiUser): Promise<void> => {
  const statuses = await user.get<Schemas["OrderStatus"][]>("/api/OrderStatus/Company/1");
  await page.route(/\/api\/OrderStatus\/Company\/1$/, (route) => route.fulfill({ json: statuses }));
};
