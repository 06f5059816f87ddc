import { randomUUID } from "node:crypto";
import type { Schemas } from "#api/client.ts";
import type { Program } from "./fixtures.ts";

/** Another operator, who saves an order with another address every time. */
export const anotherAt = (program: Program, id: number) => {
  let building = 0;
  return {
    edit: async () => {
      const order = await program.get<Schemas["Order"]>(`/api/Order/Company/1/${id}`);
      building += 1;
      await program.post(`/api/Order/${id}/Company/1`, {
        items: order.items.map(({ id: line, itemId, categoryId, count }) => ({ id: line, itemId, categoryId, count })),
        phone: order.phone,
        deliveryAddress: "ул. Другая",
        deliveryAddressBuilding: String(building),
      });
    },
  };
};

/** A status of the test's own; one that has become technical is refused to operators. */
export const ownStatus = async (owner: Program, isRequireReason: boolean) => {
  const facts = { name: `Статус ${randomUUID().slice(0, 8)}`, isRequireReason };
  const { id } = await owner.post<{ id: number }>("/api/OrderStatus/Company/1", facts);
  const path = `/api/OrderStatus/${id}/Company/1`;
  return {
    name: facts.name,
    allow: (isAllowed: boolean) => owner.put(path, { ...facts, isTechnical: !isAllowed }),
    remove: () => owner.remove(path),
  };
};
