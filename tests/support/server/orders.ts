import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { demoStatusIds as positions } from "#server/demo/configuration.ts";
import type { Complete } from "#server/services/shared/complete.ts";
import type { World } from "./testServer.ts";

/** Ids of the order statuses of demo company 1, keyed by meaning. */
export const statusIds = { ...positions, removed: positions.pickup };
/** Ids of the payment methods of demo company 1, keyed by kind. */
export const methodIds = { cash: 1, card: 2, sandbox: 3, yookassa: 4 };
/** Ids of the discounts of demo company 1, keyed by kind. */
export const discountIds = { percent: 1, fixed: 2, category: 3, item: 4, mixed: 5, half: 6, removed: 7 };

/** Finds a dish of the menu by its name. Throws for an unknown name. */
export const dishOf = async (world: World, name: string): Promise<Complete<Schemas["MenuItem"]>> => {
  const { json } = await world.ask("listMenuItems", { as: "owner", path: { companyId: 1 } });
  const dish = json.find((item) => item.name === name);
  if (!dish) throw new Error(`no dish ${name}`);
  return dish;
};

/** Returns an order line with this dish. */
export const lineOf = (
  dish: Schemas["MenuItem"],
  more: Partial<Schemas["OrderSaveItem"]> = {},
): Schemas["OrderSaveItem"] => ({
  itemId: dish.id,
  categoryId: dish.defaultCategoryId ?? 0,
  count: 1,
  ...more,
});

/**
 * Creates an order of two Margheritas at 490 roubles each. `as` is the demo user who sends the request. Throws if the
 * server refuses the order.
 */
export const givenOrder = async (
  world: World,
  more: Partial<Schemas["OrderSave"]> = {},
  as = "operator",
): Promise<Complete<Schemas["Order"]>> => {
  const dish = await dishOf(world, "Маргарита");
  const body = { items: [lineOf(dish, { count: 2 })], phone: "+79160000001", ...more };
  const { status, json, text } = await world.ask("createOrder", { as, path: { companyId: 1 }, body });
  if (status !== 201) throw new Error(`order refused: ${text}`);
  return json;
};

/**
 * Makes the last status change of an order older by some seconds. With the default, the undo time of the change has
 * ended.
 */
export const ageStatusChange = async (world: World, { id }: { id: number }, seconds = 8): Promise<void> => {
  await sql`update status_undo set until = until - make_interval(secs => ${seconds}::int) where order_id = ${id}`.execute(
    world.db,
  );
};

/** Returns the path parameters for an order of company 1. */
export const pathOf = (order: { id: number }): { companyId: number; orderId: number } => ({
  companyId: 1,
  orderId: order.id,
});
