import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  findWrongTotals,
  finishOrder,
  givenCustomer,
  merge,
  readCard,
  unmerge,
} from "../../support/server/customers.ts";
import { dishOf, givenOrder, lineOf } from "../../support/server/orders.ts";
import { newPlace, type ServerPlace } from "../../support/server/serverPlace.ts";
import { startWorld, type World } from "../../support/server/testServer.ts";

let place: ServerPlace;
let one: World;
let two: World;
beforeAll(async () => {
  place = await newPlace();
  [one, two] = await Promise.all([startWorld({ place }), startWorld({ place })]);
});
afterAll(async () => {
  await Promise.all([one.stop(), two.stop()]);
  await place.remove();
});

const ROUNDS = Number(process.env["RACES"] ?? 12);
let phones = 0;
const nextPhone = () => `+7999558${String(++phones).padStart(4, "0")}`;
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort();

test("two contrary merges at once — one wins, the other gets 409 with the surviving card", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const a = await givenCustomer(one, nextPhone());
    const b = await givenCustomer(one, nextPhone());
    const answers = await Promise.all([merge(one, a.id, b.id), merge(two, b.id, a.id)]);
    expect(statuses(answers)).toEqual([200, 409]);
    const [winner, loser] = answers[0].status === 200 ? answers : [answers[1], answers[0]];
    expect(loser.problem).toMatchObject({ mergedInto: { id: winner.json.id } });
    const { rows } =
      await sql`select from customer where id in (${a.id}, ${b.id}) and merged_into_id is not null`.execute(one.db);
    expect(rows).toHaveLength(1);
  }
});

test("a ring of merges and unmerges at once — leaves no chain and right figures", async () => {
  const ids: number[] = [];
  for (let at = 0; at < 4; at += 1) ids.push((await givenCustomer(one, nextPhone())).id);
  for (let round = 0; round < ROUNDS; round += 1) {
    const answers = await Promise.all(
      ids.flatMap((id, at) => [
        merge(at % 2 === 0 ? one : two, id, ids[(at + 1 + (round % 3)) % 4] ?? 0),
        unmerge(at % 2 === 0 ? two : one, id),
      ]),
    );
    expect(statuses(answers).filter((status) => ![200, 400, 409].includes(status))).toEqual([]);
    const { rows } = await sql`select a.id from customer a join customer b on b.id = a.merged_into_id
      where b.merged_into_id is not null or a.id = b.id`.execute(one.db);
    expect(rows).toEqual([]);
  }
  expect(await findWrongTotals(one.db)).toEqual([]);
});

test("a merge and new orders at once — no order is lost from the surviving card", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [phoneA, phoneB] = [nextPhone(), nextPhone()];
    const a = await givenCustomer(one, phoneA);
    const b = await givenCustomer(one, phoneB);
    const items = [lineOf(await dishOf(one, "Маргарита"))];
    const order = (world: World, phone: string, street: string) =>
      world.ask("createOrder", { as: "operator", body: { items, phone, deliveryAddress: street } });
    const answers = await Promise.all([
      order(two, phoneA, `ул. Гонка${round}`),
      merge(one, a.id, b.id),
      order(one, phoneB, `ул. Забег${round}`),
      order(two, phoneA, `ул. Финиш${round}`),
    ]);
    expect(statuses(answers)).toEqual([200, 201, 201, 201]);
    expect(await readCard(two, b.id)).toMatchObject({ orderCount: 5 });
    for (const street of ["гонка", "забег", "финиш"]) {
      const { json } = await one.ask("listCustomers", { as: "operator", query: { search: `${street}${round}` } });
      expect([street, json.rows[0]?.id]).toEqual([street, b.id]);
    }
  }
  expect(await findWrongTotals(one.db)).toEqual([]);
});

test("anonymising and a new order at once — the order never belongs to an anonymised card", async () => {
  let anonymised = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const phone = nextPhone();
    await finishOrder(one, await givenOrder(one, { phone }, "owner"));
    const { rows: cards } = await sql<{ id: number }>`select id from customer where phone = ${phone}`.execute(one.db);
    const path = { id: cards[0]?.id ?? 0, companyId: 1 };
    const items = [lineOf(await dishOf(one, "Маргарита"))];
    const save = { alias: "Новое имя", note: null, risk: "none", riskReason: null } as const;
    const [hidden, order, card] = await Promise.all([
      one.ask("anonymizeCustomer", { as: "owner", path, body: { phoneEnding: phone.slice(-4) } }),
      two.ask("createOrder", { as: "operator", body: { items, phone } }),
      two.ask("updateCustomerCard", { as: "operator", path, body: save }),
    ]);
    expect([200, 409]).toContain(hidden.status);
    expect([200, 409]).toContain(card.status);
    expect(order.status).toBe(201);
    if (hidden.status === 200) anonymised += 1;
    const { rows } = await sql<{ left: number }>`
      select count(*)::int as left from customer c left join orders o on o.customer_id = c.id
      where c.anonymized_at is not null and (c.alias is not null or o.phone <> '' or o.is_open)`.execute(one.db);
    expect(rows[0]?.left).toBe(0);
  }
  expect(anonymised).toBeGreaterThan(0);
  expect(await findWrongTotals(one.db)).toEqual([]);
});

test("saves of orders of few customers at once — the figures equal those of the raw orders", async () => {
  const items = [lineOf(await dishOf(one, "Маргарита"))];
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      (at % 2 === 0 ? one : two).ask("createOrder", {
        as: "operator",
        body: { items, phone: `+7999558900${at % 3}`, deliveryAddress: `ул. ${at % 5}` },
      }),
    ),
  );
  expect(new Set(statuses(answers))).toEqual(new Set([201]));
  await Promise.all(
    answers.map(({ json }, at) => at % 3 === 0 && finishOrder(at % 2 === 0 ? two : one, json, "canceled")),
  );
  expect(await findWrongTotals(one.db)).toEqual([]);
});
