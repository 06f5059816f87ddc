import type { Schemas } from "#api/client.ts";

type OrderAnswer = Schemas["Order"];
type ItemAnswer = Schemas["OrderItem"];
type ModifierAnswer = Schemas["OrderItemModifier"];

/** Modifier of an ordered dish. `modificatorId` is 0 if the server does not send the id. */
interface OrderModifier extends ModifierAnswer {
  modificatorId: number;
}

/** Ordered dish. `itemId` is 0 if the server does not send the id and the menu has no dish of this name. */
export interface OrderItem extends ItemAnswer {
  itemId: number;
  note: string | null;
  isRemoved: boolean;
  modificators: OrderModifier[];
}

/**
 * Order from the server. Omitted fields of its dishes and modifiers have default values, and other omitted fields are
 * undefined.
 */
export interface Order extends OrderAnswer {
  companyId: number;
  items: OrderItem[];
}

type Dishes = readonly Pick<Schemas["MenuItem"], "id" | "name" | "categoriesId">[];

/**
 * Returns true if the server has sent the id of each ordered dish. If an id is missing, the dishes must be found in the
 * menu by name.
 */
export const hasItemIds = (order: OrderAnswer): boolean => order.items.every(({ itemId }) => itemId !== undefined);

const findItemId = ({ name, categoryId }: ItemAnswer, dishes: Dishes): number =>
  (
    dishes.find((dish) => dish.name === name && dish.categoriesId.includes(categoryId)) ??
    dishes.find((dish) => dish.name === name)
  )?.id ?? 0;

/**
 * Completes the server's answer with default values for absent fields of the dishes and modifiers. A dish without an id
 * is found in `dishes` by name, preferably in the same category.
 */
export const completeOrder = (answer: OrderAnswer, companyId: number, dishes: Dishes = []): Order => ({
  ...answer,
  companyId,
  items: answer.items.map((item) => ({
    ...item,
    itemId: item.itemId ?? findItemId(item, dishes),
    note: item.note ?? null,
    isRemoved: item.isRemoved ?? false,
    modificators: item.modificators.map((modifier) => ({ ...modifier, modificatorId: modifier.modificatorId ?? 0 })),
  })),
});
