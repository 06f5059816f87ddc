import { expect, test } from "vitest";
import { dishOf, givenOrder, lineOf, pathOf, statusIds } from "../../support/server/orders.ts";
import { givenTwoWorlds } from "../../support/server/races.ts";

const worldOf = givenTwoWorlds();

const stop = async (itemId: number, remaining: number) =>
  worldOf(0).ask("putItemStop", {
    as: "owner",
    path: { itemId, companyId: 1 },
    body: { remaining },
    key: `race-stop-${itemId}-${remaining}`,
  });

const remainingOf = async (itemId: number) =>
  (await worldOf(0).ask("getItemStop", { as: "owner", path: { itemId, companyId: 1 } })).json.remaining;

test("dish with five remaining portions — of 30 concurrent orders for one portion, exactly five succeed", async () => {
  const dish = await dishOf(worldOf(0), "Пепперони");
  await stop(dish.id, 5);
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      worldOf(index).ask("createOrder", {
        as: "operator",
        path: { companyId: 1 },
        body: { items: [lineOf(dish)], phone: "+79160000001" },
      }),
    ),
  );
  const statuses = answers.map(({ status }) => status);
  expect([statuses.filter((one) => one === 201).length, statuses.filter((one) => one === 409).length]).toEqual([5, 25]);
  expect(await remainingOf(dish.id)).toBe(0);
});

test("concurrent changes of orders — keep the numbers of remaining portions of limited dishes correct", async () => {
  const [first, second] = [await dishOf(worldOf(0), "Тирамису"), await dishOf(worldOf(0), "Чизкейк")];
  await Promise.all([stop(first.id, 40), stop(second.id, 40)]);
  const live = async (index: number) => {
    const world = worldOf(index);
    const lines = [lineOf(first, { count: 1 + (index % 3) }), lineOf(second)];
    const order = await givenOrder(world, { items: index % 2 ? lines : lines.toReversed() });
    if (index % 3 === 0)
      await world.ask("changeOrderStatus", {
        as: "owner",
        path: pathOf(order),
        body: { orderStatusId: statusIds.canceled, orderStatusReason: "Передумали" },
      });
    if (index % 3 === 1)
      await worldOf(index + 1).ask("editOrder", {
        as: "operator",
        path: pathOf(order),
        body: { phone: order.phone, items: [lineOf(second, { count: 2 })] },
      });
    return order;
  };
  const orders = await Promise.all(Array.from({ length: 12 }, (_, index) => live(index)));
  const kept = await Promise.all(
    orders.map(async (order) => (await worldOf(0).ask("getOrder", { as: "owner", path: pathOf(order) })).json),
  );
  const sold = (itemId: number) =>
    kept
      .filter(({ isCanceled }) => !isCanceled)
      .flatMap(({ items }) => items)
      .filter((line) => line.itemId === itemId)
      .reduce((sum, { count }) => sum + count, 0);
  expect(await remainingOf(first.id)).toBe(40 - sold(first.id));
  expect(await remainingOf(second.id)).toBe(40 - sold(second.id));
});

test("concurrent actions of two cooks and an operator on one dish — lose neither the dish nor the operator's change", async () => {
  const [margherita, dessert] = [await dishOf(worldOf(0), "Маргарита"), await dishOf(worldOf(0), "Медовик")];
  // The dessert stays uncooked, so the order never becomes ready and can be edited at any moment.
  const order = await givenOrder(worldOf(0), { items: [lineOf(margherita), lineOf(dessert)] });
  const [pizza, other] = order.items;
  if (!pizza || !other) throw new Error("the order has no two lines");
  const item = async () => (await worldOf(0).ask("getKitchen", { as: "owner" })).json.find(({ id }) => id === pizza.id);
  const tap = (index: number, verb: "Start" | "Ready") =>
    worldOf(index).ask("tapKitchenItem", {
      as: index % 2 ? "kitchen" : "owner",
      path: { lineId: pizza.id, companyId: 1, verb },
      body: {},
      key: `race-tap-${index}`,
    });
  const edit = worldOf(1).ask("editOrder", {
    as: "operator",
    path: pathOf(order),
    body: {
      phone: order.phone,
      items: [
        { ...lineOf(margherita, { count: 3 }), id: pizza.id },
        { ...lineOf(dessert), id: other.id },
      ],
    },
  });
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, (_, index) => tap(index, index < 5 ? "Start" : "Ready")),
    edit,
  ]);
  expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([]);
  expect(answers.at(-1)?.status).toBe(200);
  const after = await item();
  expect(after).toMatchObject({ dish: { count: 3 }, isChanged: true });
  expect(["new", "cooking", "ready"]).toContain(after?.state);
});
