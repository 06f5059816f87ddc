import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { dishOf, givenOrder, lineOf, pathOf, statusIds } from "../../support/server/orders.ts";
import { givenTwoWorlds, raceRounds, statusesOf } from "../../support/server/races.ts";

const worldOf = givenTwoWorlds();

const ROUNDS = raceRounds(8);
const company = { companyId: 1 };
let names = 0;
let phones = 0;
const nextPhone = () => `+7999772${String(++phones).padStart(4, "0")}`;

const givenDiscount = async (terms: Schemas["DiscountTermsSave"]) => {
  const body = { name: `Гонка ${++names}`, type: "%" as const, value: 10, terms };
  return (await worldOf(0).ask("createDiscount", { as: "owner", path: company, body })).json;
};

const order = async (at: number, discountId: number, phone = nextPhone()) =>
  worldOf(at).ask("createOrder", {
    as: at % 2 === 0 ? "owner" : "manager",
    path: company,
    body: { items: [lineOf(await dishOf(worldOf(at), "Маргарита"))], phone, discountId },
  });

const countUses = async (discountId: number) => {
  const { rows } = await sql<{ uses: number }>`select count(*)::int as uses from orders o
    join order_status s on s.id = o.status_id where o.discount_id = ${discountId} and not s.is_cancel`.execute(
    worldOf(0).db,
  );
  return rows[0]?.uses;
};

test("last use of a discount, requested by two operators at the same time — goes to exactly one order", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id } = await givenDiscount({ maxUses: 1 });
    const answers = await Promise.all([order(0, id), order(1, id)]);
    expect(statusesOf(answers)).toEqual([201, 400]);
    expect(answers.find(({ status }) => status === 400)?.problem.errors).toHaveProperty("discountId");
    expect(await countUses(id)).toBe(1);
  }
});

test("many simultaneous orders — never exceed the maximum number of uses of a discount", async () => {
  const { id } = await givenDiscount({ maxUses: 3 });
  const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => order(at, id)));
  expect(statusesOf(answers)).toEqual([201, 201, 201, 400, 400, 400, 400, 400]);
  expect(await countUses(id)).toBe(3);
});

test("two simultaneous orders of one customer with a once-per-customer discount — only one is saved", async () => {
  const { id } = await givenDiscount({ isOncePerCustomer: true });
  for (let round = 0; round < ROUNDS; round += 1) {
    const phone = nextPhone();
    const answers = await Promise.all([order(0, id, phone), order(1, id, phone)]);
    expect(statusesOf(answers)).toEqual([201, 400]);
  }
});

test("simultaneous new order, edit and undone cancellation — only one of the three orders gets the last use of a discount", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id } = await givenDiscount({ maxUses: 1 });
    const cancelled = (await order(0, id)).json;
    const { status } = await worldOf(0).ask("changeOrderStatus", {
      as: "owner",
      path: pathOf(cancelled),
      body: { orderId: cancelled.id, companyId: 1, orderStatusId: statusIds.canceled, orderStatusReason: "гонка" },
    });
    expect(status).toBe(200);
    const plain = await givenOrder(worldOf(0), { phone: nextPhone() }, "owner");
    const [line] = plain.items;
    const items = [{ itemId: line?.itemId ?? 0, categoryId: line?.categoryId ?? 0, count: 2 }];
    const answers = await Promise.all([
      order(0, id),
      worldOf(1).ask("editOrder", {
        as: "owner",
        path: pathOf(plain),
        body: { items, phone: plain.phone, discountId: id },
      }),
      worldOf(1).ask("undoOrderStatus", { as: "owner", path: pathOf(cancelled) }),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(statusesOf(answers).filter((status) => ![200, 201, 400, 409].includes(status))).toEqual([]);
    expect(await countUses(id)).toBe(1);
  }
});

test("simultaneous orders with a discount and changes of its maximum number of uses — all succeed", async () => {
  const { id, name } = await givenDiscount({ maxUses: 1000 });
  const change = (maxUses: number) =>
    worldOf(1).ask("updateDiscount", {
      as: "owner",
      path: { ...company, id },
      body: { name, type: "%", value: 10, terms: { maxUses } },
    });
  for (let round = 0; round < ROUNDS; round += 1) {
    const answers = await Promise.all([order(0, id), change(1000 + round), order(1, id)]);
    expect(statusesOf(answers)).toEqual([200, 201, 201]);
  }
});
