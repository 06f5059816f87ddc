import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/openDatabase.ts";
import { recordHistory } from "#server/services/orders/orderHistory.ts";
import { lockOrder } from "#server/services/orders/orderLock.ts";
import { notifyLateOrders } from "#server/services/orders/orderWatch.ts";
import { delayAfterFailures } from "#server/services/session/loginAttempts.ts";
import { prepareData } from "#server/startup/firstStart.ts";
import { dishOf, givenOrder, lineOf, methodIds, pathOf, statusIds } from "../../support/server/orders.ts";
import { givenTwoWorlds, statusesOf } from "../../support/server/races.ts";
import { newPlace } from "../../support/server/serverPlace.ts";
import type { World } from "../../support/server/testServer.ts";
import { untilBlocked } from "../../support/server/untilBlocked.ts";

const worldOf = givenTwoWorlds();

const times = <Value>(count: number, work: (index: number) => Promise<Value>): Promise<Value[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

test("parallel payments — never exceed the amount of the order", async () => {
  const order = await givenOrder(worldOf(0));
  const answers = await times(24, (index) =>
    worldOf(index).ask("acceptPayment", {
      as: "cashier",
      path: pathOf(order),
      body: { payment: [{ paymentMethodId: methodIds.cash, amount: 100 }] },
    }),
  );
  expect(answers.filter(({ status }) => status === 200).length).toBe(9);
  expect(answers.filter(({ status }) => status === 409).length).toBe(15);
  const { rows } = await sql<{
    sum: number;
  }>`select sum(amount) from payment where order_id = ${order.id} and status <> 'rejected'`.execute(worldOf(0).db);
  expect(rows[0]?.sum).toBe(900);
});

test("parallel invoices and payments — together never exceed the amount of the order", async () => {
  const order = await givenOrder(worldOf(0));
  const path = pathOf(order);
  await times(16, async (index) =>
    index % 4 < 2
      ? (
          await worldOf(index).ask("acceptPayment", {
            as: "cashier",
            path,
            body: { payment: [{ paymentMethodId: methodIds.cash, amount: 300 }] },
          })
        ).status
      : (
          await worldOf(index).ask("issueInvoice", {
            as: "operator",
            path,
            body: { paymentMethodId: methodIds.sandbox, amount: 300 },
          })
        ).status,
  );
  const { rows } = await sql<{
    sum: number;
  }>`select sum(amount) from payment where order_id = ${order.id} and status <> 'rejected'`.execute(worldOf(0).db);
  expect(rows[0]?.sum).toBe(900);
});

test("payment sent many times concurrently under one idempotency key — is recorded once", async () => {
  const order = await givenOrder(worldOf(0));
  const key = randomUUID();
  const answers = await times(12, (index) =>
    worldOf(index).ask("acceptPayment", {
      as: "cashier",
      path: pathOf(order),
      key,
      body: { payment: [{ paymentMethodId: methodIds.cash, amount: 100 }] },
    }),
  );
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  expect(new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text)).size).toBe(1);
  expect((await worldOf(0).ask("listPayments", { as: "cashier", path: pathOf(order) })).json.length).toBe(1);
});

test("invoice and order, each sent many times concurrently under its own idempotency key — are created once each", async () => {
  const order = await givenOrder(worldOf(0));
  const [bill, save] = [randomUUID(), randomUUID()];
  const body = { items: [lineOf(await dishOf(worldOf(0), "Борщ"))], phone: "+79165550000" };
  await times(10, (index) =>
    worldOf(index).ask("issueInvoice", {
      as: "operator",
      path: pathOf(order),
      key: bill,
      body: { paymentMethodId: methodIds.sandbox, amount: 100 },
    }),
  );
  const made = await times(10, (index) =>
    worldOf(index).ask("createOrder", { as: "operator", path: { companyId: 1 }, key: save, body }),
  );
  expect((await worldOf(0).ask("listPayments", { as: "cashier", path: pathOf(order) })).json.length).toBe(1);
  expect(new Set(made.filter(({ status }) => status === 201).map(({ json }) => json.id)).size).toBe(1);
  expect(
    (await worldOf(0).ask("findCustomer", { as: "operator", path: { companyId: 1, phone: "89165550000" } })).json
      .orderCount,
  ).toBe(1);
});

test("numbers of orders created concurrently for one day — are unique and without gaps", async () => {
  const before = await givenOrder(worldOf(0));
  const body = { items: [lineOf(await dishOf(worldOf(0), "Борщ"))], phone: "+79165550001" };
  const made = await times(40, (index) =>
    worldOf(index).ask("createOrder", { as: "operator", path: { companyId: 1 }, body }),
  );
  const numbers = made.map(({ json }) => json.internalId).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 40 }, (_, index) => before.internalId + 1 + index));
});

test("orders concurrently created for a day or moved to this day — get unique numbers without gaps", async () => {
  const date = "2027-03-04T12:00:00+03:00";
  const moving = await times(12, () => givenOrder(worldOf(0)));
  const dish = await dishOf(worldOf(0), "Маргарита");
  const answers = await times(36, async (index) => {
    const world = worldOf(index);
    const order = moving[index];
    if (!order)
      return (
        await world.ask("createOrder", {
          as: "operator",
          path: { companyId: 1 },
          body: { items: [lineOf(dish)], phone: "+79160000001", date },
        })
      ).status;
    const items = order.items.map(({ id, itemId, categoryId, count }) => ({ id, itemId, categoryId, count }));
    return (
      await world.ask("editOrder", { as: "operator", path: pathOf(order), body: { items, phone: order.phone, date } })
    ).status;
  });
  expect(new Set(answers)).toEqual(new Set([200, 201]));
  const { rows } = await sql<{ internal_id: number }>`
    select internal_id from orders where company_id = 1 and date = ${date} order by internal_id`.execute(worldOf(0).db);
  expect(rows.map((row) => row.internal_id)).toEqual(Array.from({ length: 36 }, (_, index) => index + 1));
});

test("concurrent changes of one version of an order — only one succeeds, and each 412 response contains the changed order", async () => {
  const order = await givenOrder(worldOf(0));
  const answers = await times(10, (index) =>
    worldOf(index).ask("changeOrderStatus", {
      as: "operator",
      path: pathOf(order),
      seen: 1,
      body: { orderStatusId: index % 3 === 0 ? statusIds.confirmed : statusIds.cooking },
    }),
  );
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  expect(answers.filter(({ status }) => status === 412).every(({ problem }) => problem.order?.version === 2)).toBe(
    true,
  );
});

test("concurrent cancellation and payment of an order — only one succeeds", async () => {
  for (let round = 0; round < 6; round++) {
    const order = await givenOrder(worldOf(0));
    const [paid, canceled] = await Promise.all([
      worldOf(0).ask("acceptPayment", {
        as: "cashier",
        path: pathOf(order),
        body: { payment: [{ paymentMethodId: methodIds.cash, amount: 980 }] },
      }),
      worldOf(1).ask("changeOrderStatus", {
        as: "manager",
        path: pathOf(order),
        body: { orderStatusId: statusIds.canceled, orderStatusReason: "нет" },
      }),
    ]);
    expect([paid.status, canceled.status].sort()).toEqual([200, 409]);
  }
});

test("concurrent confirmations of a payment, then concurrent rejections — one confirmation and one rejection succeed", async () => {
  const order = await givenOrder(worldOf(0));
  const { json } = await worldOf(0).ask("acceptPayment", {
    as: "courier",
    path: pathOf(order),
    body: { payment: [{ paymentMethodId: methodIds.cash, amount: 10 }] },
  });
  const path = { ...pathOf(order), paymentId: json.payments[0]?.id ?? 0 };
  const confirmed = await times(8, (index) => worldOf(index).ask("confirmPayment", { as: "cashier", path }));
  expect(confirmed.filter(({ status }) => status === 200).length).toBe(1);
  const rejected = await times(8, (index) => worldOf(index).ask("rejectPayment", { as: "cashier", path }));
  expect(statusesOf(rejected)).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
  const { json: history } = await worldOf(0).ask("listOrderHistory", { as: "owner", path: pathOf(order) });
  expect(history.filter(({ typeElement, type }) => typeElement === "Payment" && type === "Delete").length).toBe(1);
});

test("concurrent changes of an order to the status 'cooking' — reserve the stock once", async () => {
  const order = await givenOrder(worldOf(0));
  await times(8, (index) =>
    worldOf(index).ask("changeOrderStatus", {
      as: "operator",
      path: pathOf(order),
      body: { orderStatusId: statusIds.cooking },
    }),
  );
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int from stock_operation where order_id = ${order.id} group by stock_item_id`.execute(
    worldOf(0).db,
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ count }) => count === 1)).toBe(true);
});

test("refresh token sent to two processes concurrently — is rotated once, and all requests get the same new token", async () => {
  const { json } = await worldOf(0).ask("signIn", {
    body: { grantType: "password", userName: "operator", password: "operator-demo", tokenIn: "body" },
  });
  const answers = await times(10, (index) =>
    worldOf(index).ask("refreshToken", { body: { grantType: "refresh_token", refresh_token: json.refresh_token } }),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(new Set(answers.map(({ json: { refresh_token } }) => refresh_token)).size).toBe(1);
  const headers = { authorization: `Bearer ${answers[0]?.json.access_token}` };
  expect((await worldOf(1).ask("listCompanies", { headers })).status).toBe(200);
});

const signInAs = (world: World, userName: string, password: string) =>
  world.ask("signIn", { body: { grantType: "password", userName, password, tokenIn: "body" } });

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

test("sign-in during a password change — leaves no session with the old password", async () => {
  let signedIn = 0;
  for (const [round, password] of ["courier-demo", "длинный-пароль-1", "длинный-пароль-2"].entries()) {
    const { json } = await signInAs(worldOf(0), "courier", password);
    const changed = worldOf(0).ask("changePassword", {
      ...bearer(json.access_token),
      path: { userId: 7 },
      body: { currentPassword: password, newPassword: `длинный-пароль-${round + 1}` },
    });
    let isOver = false;
    const changing = changed.finally(() => {
      isOver = true;
    });
    // Four devices sign in again and again, so that a sign-in begins at each step of the password change.
    const tried = await times(4, async (index) => {
      const answers = [];
      while (!isOver) answers.push(await signInAs(worldOf(index), "courier", password));
      return answers;
    });
    expect((await changing).status).toBe(204);
    const successes = tried.flat().filter(({ status }) => status === 200);
    signedIn += successes.length;
    for (const { json: old } of successes)
      expect((await worldOf(1).ask("listCompanies", bearer(old.access_token))).status).toBe(401);
  }
  expect(signedIn).toBeGreaterThan(0);
});

test("password change — does not overwrite a concurrent reset by an administrator", async () => {
  const { json } = await signInAs(worldOf(0), "kitchen", "kitchen-demo");
  // The administrator signs in now, because a later sign-in would wait for the table lock below.
  await worldOf(1).tokenOf("admin");
  const changed = await worldOf(1)
    .db.transaction()
    .execute(async (tx) => {
      // A password change reads the current password and then records its attempt. This lock stops it between the two
      // steps.
      await sql`lock table login_attempt in access exclusive mode`.execute(tx);
      const changing = worldOf(0).ask("changePassword", {
        ...bearer(json.access_token),
        path: { userId: 6 },
        body: { currentPassword: "kitchen-demo", newPassword: "чужой-длинный-пароль" },
      });
      await untilBlocked(tx);
      expect((await worldOf(1).ask("resetPassword", { as: "admin", path: { userId: 6 } })).status).toBe(200);
      return { changing };
    });
  expect((await changed.changing).status).not.toBe(204);
  expect((await signInAs(worldOf(1), "kitchen", "чужой-длинный-пароль")).status).toBe(401);
});

test("three failed sign-ins at each of two processes — are counted together: the next attempt is delayed as after six failures", async () => {
  const fail = (world: World) =>
    world.ask("signIn", { body: { grantType: "password", userName: "kitchen", password: "no" } });
  await sql`delete from login_attempt`.execute(worldOf(0).db);
  await times(6, (index) => fail(worldOf(index)));
  const began = performance.now();
  expect((await fail(worldOf(1))).status).toBe(401);
  // A timer may end a few milliseconds early.
  expect(performance.now() - began).toBeGreaterThan(delayAfterFailures(6) - 10);
});

test("connections closed by the database — are replaced by new connections", async () => {
  await worldOf(0).ask("listCompanies", { as: "operator" });
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
    worldOf(1).db,
  );
  const statuses = await times(
    12,
    async (index) => (await worldOf(index).ask("listCompanies", { as: "operator" })).status,
  );
  expect(statuses.every((status) => status === 200 || status === 503)).toBe(true);
  expect((await worldOf(0).ask("listCompanies", { as: "operator" })).status).toBe(200);
});

test("two processes that start concurrently on an empty database — create one administrator", async () => {
  const empty = await newPlace("empty");
  const open = async () => {
    const database = await openDatabase({ ...empty, poolSize: 3 });
    await migrate(database);
    await prepareData(database.db, { ...worldOf(0).config, demo: false });
    return database;
  };
  const [first, second] = await Promise.all([open(), open()]);
  const { rows } = await sql<{ users: number }>`select count(*)::int as users from app_user`.execute(second.db);
  expect(rows[0]?.users).toBe(1);
  await Promise.all([first.close(), second.close()]);
  await empty.remove();
});

test("last two administrators of a company who remove and demote each other concurrently — one administrator remains", async () => {
  const companyId = 2;
  await sql`update company_user set role_id = 1 where company_id = 1 and user_id = 3`.execute(worldOf(0).db);
  await sql`delete from company_user where company_id = 2`.execute(worldOf(0).db);
  await sql`insert into company_user (company_id, user_id, role_id) values (2, 2, 1), (2, 8, 1)`.execute(worldOf(0).db);
  const remove = (world: World, as: string, userId: number) =>
    world.ask("removeCompanyUser", { as, path: { companyId }, query: { userId: String(userId) } });
  const demote = (world: World, as: string, userId: number) =>
    world.ask("changeCompanyUser", { as, path: { companyId, userId }, body: { roleId: 3 } });
  const [first, second] = await Promise.all([remove(worldOf(0), "owner", 8), demote(worldOf(1), "owner2", 2)]);
  expect([first.status, second.status].filter((status) => status === 200 || status === 204).length).toBe(1);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from company_user
    where company_id = 2 and role_id = 1`.execute(worldOf(0).db);
  expect(rows[0]?.count).toBe(1);
});

test("six concurrent saves of one version of a company — one succeeds and five get 412", async () => {
  const path = { companyId: 1 };
  const { json } = await worldOf(0).ask("getCompany", { as: "owner", path });
  const answers = await times(6, (index) =>
    worldOf(index).ask("updateCompany", { as: "owner", path, body: { name: `Имя ${index}` }, seen: json.version }),
  );
  expect(statusesOf(answers)).toEqual([200, 412, 412, 412, 412, 412]);
});

test("late order checked by two processes — causes only one notification", async () => {
  const order = await givenOrder(worldOf(0));
  await sql`update orders set creation_date = now() - interval '2 hours', date = now() - interval '1 minute',
    promised_at = now() - interval '1 minute' where id = ${order.id}`.execute(worldOf(0).db);
  await times(6, (index) => notifyLateOrders(worldOf(index).db));
  const { rows } = await sql`select 1 from notification where user_id = 4 and title like '%опаздывает'
    and (data ->> 'orderId')::int = ${order.id}`.execute(worldOf(0).db);
  expect(rows.length).toBe(1);
});

test("history of an order — begins with the change committed last, even if the transaction of this change began first", async () => {
  const order = await givenOrder(worldOf(0));
  const { db } = worldOf(0);
  await db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx);
    const body = { orderStatusId: statusIds.cooking };
    expect((await worldOf(1).ask("changeOrderStatus", { as: "owner", path: pathOf(order), body })).status).toBe(200);
    await lockOrder(tx, 1, order.id, undefined);
    await recordHistory(tx, { id: order.id, companyId: 1 }, null, [
      { typeElement: "Order", type: "Update", newName: "последней" },
    ]);
  });
  const { json } = await worldOf(1).ask("listOrderHistory", { as: "owner", path: pathOf(order) });
  expect(json.map(({ newName }) => newName).slice(0, 2)).toEqual(["последней", expect.stringContaining("Готовится")]);
});

test("rejection of a payment, interrupted before the server stored the response — succeeds when repeated with the same idempotency key", async () => {
  const order = await givenOrder(worldOf(0));
  const { json } = await worldOf(0).ask("issueInvoice", {
    as: "operator",
    path: pathOf(order),
    body: { paymentMethodId: methodIds.sandbox, amount: 300 },
  });
  const path = { ...pathOf(order), paymentId: json.paymentId };
  const reject = (world: World) => world.ask("rejectPayment", { as: "cashier", path, key: "half-way-rejection" });
  // The provider cancels the invoice. Then the trigger prevents the server from storing its response, so the request
  // fails.
  await sql`create function be_interrupted() returns trigger language plpgsql as
    $$ begin raise exception using errcode = '57014'; end $$`.execute(worldOf(0).db);
  await sql`create trigger interruption before update on idempotency_key
    for each row when (new.is_done) execute function be_interrupted()`.execute(worldOf(0).db);
  expect((await reject(worldOf(1))).status).toBe(503);
  await sql`drop trigger interruption on idempotency_key`.execute(worldOf(0).db);
  const again = await reject(worldOf(0));
  expect([again.status, again.json.isRejected]).toEqual([200, true]);
});
