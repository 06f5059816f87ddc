import { sql } from "kysely";
import { expect, test } from "vitest";
import { givenOrder, pathOf } from "../../support/server/orders.ts";
import { givenTwoWorlds, statusesOf } from "../../support/server/races.ts";

const worldOf = givenTwoWorlds();

const times = Array.from({ length: 8 }, (_, index) => index);

const question = async () =>
  (
    await worldOf(0).ask("createFeedback", {
      as: "operator",
      body: { subject: "Гонка", text: "Кто первый?", companyId: 1 },
    })
  ).json;

test("eight concurrent answers to one version of a question — exactly one is added", async () => {
  const { id, version } = await question();
  const answers = await Promise.all(
    times.map((index) =>
      worldOf(index).ask("answerFeedback", {
        as: index % 2 ? "admin" : "manager",
        path: { id },
        body: { text: `Ответ ${index}` },
        seen: version,
      }),
    ),
  );
  expect(statusesOf(answers)).toEqual([200, ...times.slice(1).map(() => 412)]);
  expect((await worldOf(0).ask("getFeedback", { as: "admin", path: { id } })).json.messages).toHaveLength(2);
});

test("eight concurrent closings of a question — exactly one succeeds", async () => {
  const { id, version } = await question();
  const answers = await Promise.all(
    times.map((index) => worldOf(index).ask("closeFeedback", { as: "admin", path: { id }, seen: version })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test("eight concurrent reviews of one order — create one review and one notification", async () => {
  const order = await givenOrder(worldOf(0));
  const { feedbackToken } = (await worldOf(0).ask("getOrder", { as: "owner", path: pathOf(order) })).json;
  const answers = await Promise.all(
    times.map((index) =>
      worldOf(index).app.inject({
        method: "POST",
        url: `/feedback/${feedbackToken}`,
        payload: "food=1&delivery=1&service=1&text=плохо",
        headers: { "content-type": "application/x-www-form-urlencoded" },
      }),
    ),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(times.map(() => 200));
  const { rows } = await sql<{ reviews: number; news: number }>`select
    (select count(*) from guest_review where order_id = ${order.id})::int as reviews,
    (select count(*) from notification n join app_user u on u.id = n.user_id where u.user_name = 'manager'
      and n.title like ${`Плохой отзыв о заказе № ${order.internalId}`})::int as news`.execute(worldOf(0).db);
  expect(rows[0]).toEqual({ reviews: 1, news: 1 });
});
