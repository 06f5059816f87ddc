import { sql } from "kysely";
import { expect, test } from "vitest";
import {
  findWrongTotals,
  finishOrder,
  givenCustomer,
  merge,
  readCard,
  unmerge,
} from "../../support/server/customers.ts";
import { dishOf, givenOrder, lineOf } from "../../support/server/orders.ts";
import { givenTwoWorlds, raceRounds, statusesOf } from "../../support/server/races.ts";
import type { World } from "../../support/server/testServer.ts";

const worldOf = givenTwoWorlds();

const ROUNDS = raceRounds(12);
let phones = 0;
const nextPhone = () => `+7999558${String(++phones).padStart(4, "0")}`;

test("two concurrent opposite merges of two customers — one succeeds, and the other gets 409 with the surviving card", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const a = await givenCustomer(worldOf(0), nextPhone());
    const b = await givenCustomer(worldOf(0), nextPhone());
    const answers = await Promise.all([merge(worldOf(0), a.id, b.id), merge(worldOf(1), b.id, a.id)]);
    expect(statusesOf(answers)).toEqual([200, 409]);
    const [winner, loser] = answers[0].status === 200 ? answers : [answers[1], answers[0]];
    expect(loser.problem).toMatchObject({ mergedInto: { id: winner.json.id } });
    const { rows } =
      await sql`select from customer where id in (${a.id}, ${b.id}) and merged_into_id is not null`.execute(
        worldOf(0).db,
      );
    expect(rows).toHaveLength(1);
  }
});

test("simultaneous merges and unmerges of four customers in a ring — leave no chain of merged cards, and all order counts and totals are correct", async () => {
  const ids: number[] = [];
  for (let at = 0; at < 4; at += 1) ids.push((await givenCustomer(worldOf(0), nextPhone())).id);
  for (let round = 0; round < ROUNDS; round += 1) {
    const answers = await Promise.all(
      ids.flatMap((id, at) => [
        merge(worldOf(at), id, ids[(at + 1 + (round % 3)) % 4] ?? 0),
        unmerge(worldOf(at + 1), id),
      ]),
    );
    expect(statusesOf(answers).filter((status) => ![200, 400, 409].includes(status))).toEqual([]);
    const { rows } = await sql`select a.id from customer a join customer b on b.id = a.merged_into_id
      where b.merged_into_id is not null or a.id = b.id`.execute(worldOf(0).db);
    expect(rows).toEqual([]);
  }
  expect(await findWrongTotals(worldOf(0).db)).toEqual([]);
});

test("merge of two customers while new orders are saved — the surviving card gets all orders", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [phoneA, phoneB] = [nextPhone(), nextPhone()];
    const a = await givenCustomer(worldOf(0), phoneA);
    const b = await givenCustomer(worldOf(0), phoneB);
    const items = [lineOf(await dishOf(worldOf(0), "Маргарита"))];
    const order = (world: World, phone: string, street: string) =>
      world.ask("createOrder", { as: "operator", body: { items, phone, deliveryAddress: street } });
    const answers = await Promise.all([
      order(worldOf(1), phoneA, `ул. Гонка${round}`),
      merge(worldOf(0), a.id, b.id),
      order(worldOf(0), phoneB, `ул. Забег${round}`),
      order(worldOf(1), phoneA, `ул. Финиш${round}`),
    ]);
    expect(statusesOf(answers)).toEqual([200, 201, 201, 201]);
    expect(await readCard(worldOf(1), b.id)).toMatchObject({ orderCount: 5 });
    for (const street of ["гонка", "забег", "финиш"]) {
      const { json } = await worldOf(0).ask("listCustomers", {
        as: "operator",
        query: { search: `${street}${round}` },
      });
      expect([street, json.rows[0]?.id]).toEqual([street, b.id]);
    }
  }
  expect(await findWrongTotals(worldOf(0).db)).toEqual([]);
});

test("anonymisation of a customer during a new order and an edit — leaves no name, phone number or open order", async () => {
  let anonymised = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const phone = nextPhone();
    await finishOrder(worldOf(0), await givenOrder(worldOf(0), { phone }, "owner"));
    const { rows: cards } = await sql<{ id: number }>`select id from customer where phone = ${phone}`.execute(
      worldOf(0).db,
    );
    const path = { id: cards[0]?.id ?? 0, companyId: 1 };
    const items = [lineOf(await dishOf(worldOf(0), "Маргарита"))];
    const save = { alias: "Новое имя", note: null, risk: "none", riskReason: null } as const;
    const [hidden, order, card] = await Promise.all([
      worldOf(0).ask("anonymizeCustomer", { as: "owner", path, body: { phoneEnding: phone.slice(-4) } }),
      worldOf(1).ask("createOrder", { as: "operator", body: { items, phone } }),
      worldOf(1).ask("updateCustomerCard", { as: "operator", path, body: save }),
    ]);
    expect([200, 409]).toContain(hidden.status);
    expect([200, 409]).toContain(card.status);
    expect(order.status).toBe(201);
    if (hidden.status === 200) anonymised += 1;
    const { rows } = await sql<{ left: number }>`
      select count(*)::int as left from customer c left join orders o on o.customer_id = c.id
      where c.anonymized_at is not null and (c.alias is not null or o.phone <> '' or o.is_open)`.execute(worldOf(0).db);
    expect(rows[0]?.left).toBe(0);
  }
  expect(anonymised).toBeGreaterThan(0);
  expect(await findWrongTotals(worldOf(0).db)).toEqual([]);
});

test("order counts and totals of customers after simultaneous saves of orders — equal the values computed from the orders", async () => {
  const items = [lineOf(await dishOf(worldOf(0), "Маргарита"))];
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      worldOf(at).ask("createOrder", {
        as: "operator",
        body: { items, phone: `+7999558900${at % 3}`, deliveryAddress: `ул. ${at % 5}` },
      }),
    ),
  );
  expect(new Set(statusesOf(answers))).toEqual(new Set([201]));
  await Promise.all(answers.map(({ json }, at) => at % 3 === 0 && finishOrder(worldOf(at + 1), json, "canceled")));
  expect(await findWrongTotals(worldOf(0).db)).toEqual([]);
});
