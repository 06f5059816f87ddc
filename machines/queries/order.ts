import type { Schemas } from "#api/client.ts";

type OrderAnswer = Schemas["Order"];
type ItemAnswer = Schemas["OrderItem"];
type ModifierAnswer = Schemas["OrderItemModifier"];

/** Modifier of an ordered dish. `modificatorId` is 0 if the server does not name the modifier's dish. */
interface OrderModifier extends ModifierAnswer {
  modificatorId: number;
}

/** Ordered dish. `itemId` is 0 if the dish is neither named by the server nor found in the menu. */
export interface OrderItem extends ItemAnswer {
  itemId: number;
  note: string | null;
  isRemoved: boolean;
  modificators: OrderModifier[];
}

/** Order with values for every extension field but the version, so that screens work with a server that sends only documented fields. */
export interface Order extends OrderAnswer {
  companyId: number;
  items: OrderItem[];
}

type Dishes = readonly Pick<Schemas["MenuItem"], "id" | "name" | "categoriesId">[];

/** Returns true if each ordered dish has its id, so that the menu is not needed to find it. */
export const hasItemIds = (order: OrderAnswer): boolean => order.items.every(({ itemId }) => itemId !== undefined);

const findItemId = ({ name, categoryId }: ItemAnswer, dishes: Dishes): number =>
  (
    dishes.find((dish) => dish.name === name && dish.categoriesId.includes(categoryId)) ??
    dishes.find((dish) => dish.name === name)
  )?.id ?? 0;

/** Returns an answer as an order of the company. Dishes without an id are found in `dishes` by name and category. */
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
