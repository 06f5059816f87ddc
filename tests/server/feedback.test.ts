import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { givenOrder, pathOf } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(() => sql`delete from feedback_attempt`.execute(world.db));

let keys = 0;
const key = () => `feedback-key-${++keys}`;

const question = async (as = "operator", body: Partial<Schemas["FeedbackCreate"]> = {}) =>
  (
    await world.ask("createFeedback", {
      as,
      body: { subject: "Не печатает", text: "Что делать?", companyId: 1, ...body },
      key: key(),
    })
  ).json;

type Ask = { as?: string; seen?: number };
const answer = (id: number, text: string, { as = "admin", seen, ...more }: Ask & { isFaq?: boolean } = {}) =>
  world.ask("answerFeedback", {
    as,
    path: { id },
    body: { text, ...more },
    key: key(),
    ...(seen !== undefined && { seen }),
  });
const close = (id: number, { as = "admin", seen }: Ask = {}) =>
  world.ask("closeFeedback", { as, path: { id }, key: key(), ...(seen !== undefined && { seen }) });

const newsOf = async (userName: string) => {
  const { rows } = await sql<{ title: string; data: Record<string, number> }>`select title, data from notification n
    join app_user u on u.id = n.user_id where u.user_name = ${userName} and code = 'feedback' order by n.id desc`.execute(
    world.db,
  );
  return rows;
};

describe("question to the support", () => {
  test("question to the support — notifies the users who may answer, and the answer notifies the author of the question", async () => {
    const { id, version, state, isOwn } = await question();
    expect([state, isOwn]).toEqual(["new", true]);
    expect((await newsOf("admin"))[0]).toEqual({ title: "Новый вопрос", data: { threadId: id } });
    expect((await newsOf("manager"))[0]?.data).toEqual({ threadId: id });
    const answered = (await answer(id, "Включите принтер.", { seen: version })).json;
    expect(answered.state).toBe("answered");
    expect((await newsOf("operator"))[0]).toEqual({ title: "Вам ответили", data: { threadId: id } });
    const replied = (await answer(id, "Не помогло.", { as: "operator", seen: answered.version })).json;
    expect(replied.state).toBe("new");
    const closed = (await close(id, { seen: replied.version })).json;
    expect(closed.state).toBe("closed");
    const reopened = (await answer(id, "Снова не печатает.", { as: "operator", seen: closed.version })).json;
    expect([reopened.state, reopened.messages.map(({ isAnswer }) => isAnswer)]).toEqual([
      "new",
      [false, true, false, false],
    ]);
  });

  test("question to the support — is visible to its author and administrators; colleagues who may answer do not see the log of steps", async () => {
    const { id } = await question("operator", { trace: "steps", page: "/Company/1" });
    const read = (as: string) => world.ask("getFeedback", { as, path: { id } });
    expect((await read("operator")).json.trace).toBe("steps");
    expect((await read("admin")).json.trace).toBe("steps");
    expect((await read("manager")).json.trace).toBeNull();
    for (const as of ["cashier", "owner2", "operator2"]) {
      expect((await read(as)).status).toBe(404);
      expect((await answer(id, "Чужое", { as, seen: 1 })).status).toBe(404);
      expect((await close(id, { as, seen: 1 })).status).toBe(404);
      const { rows } = (await world.ask("listFeedback", { as })).json;
      expect(rows.some((row) => row.id === id)).toBe(false);
    }
    expect((await world.ask("getFeedback", { as: "admin", path: { id: 999_999 } })).status).toBe(404);
  });

  test("question to the support — is refused with another company, an empty subject or an empty text", async () => {
    const ask = (body: Partial<Schemas["FeedbackCreate"]>) =>
      world.ask("createFeedback", { as: "operator", body: { subject: "А", text: "Б", ...body }, key: key() });
    expect((await ask({ companyId: 3 })).status).toBe(404);
    expect((await ask({ text: "   " })).problem.errors).toHaveProperty("text");
    expect((await ask({ subject: " " })).problem.errors).toHaveProperty("subject");
    expect((await ask({ companyId: null })).status).toBe(201);
  });

  test("question to the support — is stored once if it is sent twice under one idempotency key", async () => {
    const body = { subject: "Дважды", text: "Отправлено" };
    const send = () => world.ask("createFeedback", { as: "operator", body, key: "feedback-same-key" });
    const [first, second] = [await send(), await send()];
    expect(first.json.id).toBe(second.json.id);
  });

  test("question to the support — can be answered or closed only with its current version", async () => {
    const { id, version } = await question();
    expect((await answer(id, "Без версии")).status).toBe(428);
    expect((await answer(id, "Первый", { seen: version })).status).toBe(200);
    expect((await answer(id, "Второй", { as: "manager", seen: version })).status).toBe(412);
    expect((await close(id, { seen: version })).status).toBe(412);
    const closed = await close(id, { seen: version + 1 });
    expect((await close(id, { seen: closed.json.version })).status).toBe(409);
  });

  test("question to the support — can be published as a frequently asked question only by an administrator", async () => {
    const { id, version } = await question();
    expect((await answer(id, "Ответ", { as: "manager", seen: version, isFaq: true })).status).toBe(403);
    await answer(id, "Ответ для всех", { seen: version, isFaq: true });
    const { json } = await world.ask("listFeedbackFaq", { as: "operator2" });
    expect(json.find((one) => one.id === id)).toEqual({ id, subject: "Не печатает", answer: "Ответ для всех" });
  });

  test("list of questions to the support — is paged, and can be filtered by state", async () => {
    const first = (await world.ask("listFeedback", { as: "admin", query: { limit: "2" } })).json;
    expect([first.rows.length, first.next !== null]).toEqual([2, true]);
    const second = (await world.ask("listFeedback", { as: "admin", query: { limit: "2", cursor: first.next ?? "" } }))
      .json;
    expect(second.rows.map(({ id }) => id)).not.toContain(first.rows[1]?.id);
    const closed = (await world.ask("listFeedback", { as: "admin", query: { state: "closed" } })).json.rows;
    expect(new Set(closed.map(({ state }) => state))).toEqual(new Set(["closed"]));
  });
});

const tokenOf = async (order: { id: number }): Promise<string> => {
  const { json } = await world.ask("getOrder", { as: "owner", path: pathOf(order) });
  if (!json.feedbackToken) throw new Error("the order has no link");
  return json.feedbackToken;
};

const page = async (token: string, fields?: Record<string, string>, address = "10.1.1.1") => {
  const { statusCode, body, headers } = await world.app.inject({
    method: fields ? "POST" : "GET",
    url: `/feedback/${token}`,
    remoteAddress: address,
    ...(fields && {
      payload: new URLSearchParams(fields).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    }),
  });
  return { status: statusCode, body, headers };
};

const good = { food: "5", delivery: "4", service: "5", text: "Вкусно" };
const bad = { food: "5", delivery: "2", service: "5", text: "Долго", isCallBack: "1" };

const reviewOf = async (orderId: number) => {
  const { rows } = (await world.ask("listGuestReviews", { as: "owner" })).json;
  return rows.find((row) => row.orderId === orderId);
};

describe("public page of a review", () => {
  test("public page of a review — has a form without scripts, and forbids scripts and requests to other servers", async () => {
    const token = await tokenOf(await givenOrder(world));
    expect(token).toMatch(/^[0-9a-f]{32}$/);
    const { status, body, headers } = await page(token);
    expect([status, body.includes("<script"), body.includes('name="food"')]).toEqual([200, false, true]);
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers["cache-control"]).toBe("no-store");
  });

  test("public page of a review — opens no case for a good review, and a changed review replaces the previous one", async () => {
    const order = await givenOrder(world);
    const token = await tokenOf(order);
    expect((await page(token, good)).body).toContain("Спасибо за отзыв!");
    expect(await reviewOf(order.id)).toMatchObject({ food: 5, delivery: 4, caseState: null, isCallBack: false });
    await page(token, { ...good, food: "4", text: "Поправка" });
    const { rows } = (await world.ask("listGuestReviews", { as: "owner" })).json;
    expect(rows.filter(({ orderId }) => orderId === order.id)).toHaveLength(1);
    expect(await reviewOf(order.id)).toMatchObject({ food: 4, text: "Поправка", version: 2 });
    expect((await page(token)).body).toContain("Поправка");
  });

  test("public page of a review — opens a case with one notification for a low score, and a better score keeps the case open", async () => {
    const order = await givenOrder(world);
    const token = await tokenOf(order);
    const before = (await newsOf("manager")).length;
    await page(token, good);
    expect((await newsOf("manager")).length).toBe(before);
    await page(token, bad);
    await page(token, { ...bad, text: "Очень долго" });
    const review = await reviewOf(order.id);
    expect(review).toMatchObject({ caseState: "open", isCallBack: true, text: "Очень долго" });
    const news = await newsOf("manager");
    expect([news.length, news[0]?.data]).toEqual([before + 1, { companyId: 1, reviewId: review?.id }]);
    await page(token, good);
    expect((await reviewOf(order.id))?.caseState).toBe("open");
  });

  test("public page of a review — opens a case and notifies only if one of the three scores is 3 or less", async () => {
    for (const name of ["food", "delivery", "service"])
      for (const score of [1, 2, 3, 4, 5]) {
        const order = await givenOrder(world);
        const before = (await newsOf("manager")).length;
        await page(await tokenOf(order), { food: "5", delivery: "5", service: "5", text: "", [name]: String(score) });
        const isLow = score <= 3;
        const review = await reviewOf(order.id);
        expect([name, score, review?.caseState, (await newsOf("manager")).length - before]).toEqual([
          name,
          score,
          isLow ? "open" : null,
          isLow ? 1 : 0,
        ]);
      }
  });

  test("public page of a review — refuses invalid scores and a text of more than 2,000 characters, and keeps the input", async () => {
    const order = await givenOrder(world);
    const token = await tokenOf(order);
    for (const fields of [
      { text: "Без оценок" },
      { ...good, food: "6" },
      { ...good, service: "0" },
      { ...good, text: "я".repeat(2001) },
    ]) {
      const { status, body } = await page(token, fields);
      expect([status, body.includes('role="alert"'), body.includes(fields.text)]).toEqual([400, true, true]);
    }
    expect(await reviewOf(order.id)).toBeUndefined();
  });

  test("public page of a review — has no form and refuses a change of the review after 24 h", async () => {
    const order = await givenOrder(world);
    const token = await tokenOf(order);
    await page(token, good);
    await sql`update guest_review set created_at = now() - interval '25 hours' where order_id = ${order.id}`.execute(
      world.db,
    );
    expect((await page(token)).body).not.toContain("<form");
    expect((await page(token, bad)).status).toBe(409);
    expect(await reviewOf(order.id)).toMatchObject({ delivery: 4, caseState: null });
  });

  test("public page of a review — answers 404 for an unknown, malformed or expired token and for a disabled module", async () => {
    const order = await givenOrder(world);
    const token = await tokenOf(order);
    for (const wrong of ["0".repeat(32), "abc", "%27%20or%201=1--", `${token}0`]) {
      expect((await page(wrong)).status).toBe(404);
      expect((await page(wrong, good)).status).toBe(404);
    }
    const module = { as: "owner", path: { companyId: 1, module: "feedback" } } as const;
    await world.ask("updateModule", { ...module, body: { isOn: false }, key: key() });
    expect((await page(token, good)).status).toBe(404);
    await world.ask("updateModule", { ...module, body: { isOn: true }, key: key() });
    await sql`update feedback_link set expires_at = now() where order_id = ${order.id}`.execute(world.db);
    expect((await page(token, good)).status).toBe(404);
    expect((await world.ask("getOrder", { as: "owner", path: pathOf(order) })).json.feedbackToken).toBeNull();
  });

  test("public page of a review — refuses a network address after 60 requests, so that tokens cannot be guessed", async () => {
    const token = await tokenOf(await givenOrder(world));
    const statuses: number[] = [];
    for (let index = 0; index < 62; index += 1)
      statuses.push((await page(`${index}`.padStart(32, "0"), undefined, "10.9.9.9")).status);
    expect([statuses.filter((one) => one === 404).length, statuses.at(-1)]).toEqual([60, 429]);
    expect((await page(token, good, "10.9.9.9")).status).toBe(429);
    expect((await page(token, good, "10.9.9.8")).status).toBe(200);
  });

  test("public page of a review — escapes markup typed by the guest or the company", async () => {
    const order = await givenOrder(world);
    const token = await tokenOf(order);
    const markup = `"><script>alert(1)</script><img src=x onerror=alert(1)>'`;
    const module = { as: "owner", path: { companyId: 1, module: "feedback" } } as const;
    await world.ask("updateModule", { ...module, body: { isOn: true, settings: { greeting: markup } }, key: key() });
    for (const name of ["food", "delivery", "service", "text", "isCallBack"]) {
      const { body } = await page(token, { ...good, food: name === "food" ? markup : "9", [name]: markup });
      expect(body).not.toMatch(/<script|<img/);
    }
    await page(token, { ...good, text: markup });
    const { body } = await page(token);
    expect(body).not.toMatch(/<script|<img/);
    expect(body).toContain("&lt;script&gt;");
    expect((await reviewOf(order.id))?.text).toBe(markup);
  });

  test("public page of a review — is not linked from the orders of a company that does not ask for feedback", async () => {
    await sql`update company set is_required_feedback = false where id = 1`.execute(world.db);
    const { json } = await world.ask("getOrder", { as: "owner", path: pathOf(await givenOrder(world)) });
    expect(json.feedbackToken).toBeNull();
    await sql`update company set is_required_feedback = true where id = 1`.execute(world.db);
  });
});

describe("case of a review", () => {
  const resolve = (
    id: number,
    body: Schemas["GuestReviewCase"],
    { as = "manager", companyId = 1, seen }: { as?: string; companyId?: number; seen?: number } = {},
  ) =>
    world.ask("resolveGuestReview", {
      as,
      path: { id, companyId },
      body,
      key: key(),
      ...(seen !== undefined && { seen }),
    });

  const lowReview = async () => {
    const order = await givenOrder(world);
    await page(await tokenOf(order), bad);
    const review = await reviewOf(order.id);
    if (!review) throw new Error("no review");
    return review;
  };

  test("case of a review — is closed with an outcome and the name of the user who closed the case", async () => {
    const { id, version } = await lowReview();
    const done = { caseState: "closed", caseText: "Позвонили и извинились" } as const;
    expect((await resolve(id, done)).status).toBe(428);
    const { json } = await resolve(id, done, { seen: version });
    expect(json).toMatchObject({ ...done, version: version + 1 });
    expect(json.caseUserName).toBeTruthy();
    expect((await resolve(id, done, { seen: version })).status).toBe(412);
    expect((await resolve(id, { ...done, caseText: "  " }, { seen: version + 1 })).status).toBe(400);
    const closed = (await world.ask("listGuestReviews", { as: "owner", query: { case: "closed" } })).json.rows;
    expect(closed.map((row) => row.id)).toContain(id);
  });

  test("case of a review — can be closed only with the permission feedback.answer, in the caller's company and for a low score", async () => {
    const { id, version } = await lowReview();
    const done = { caseState: "closed", caseText: "Готово" } as const;
    expect((await resolve(id, done, { as: "operator", seen: version })).status).toBe(403);
    expect((await world.ask("listGuestReviews", { as: "operator" })).status).toBe(403);
    expect((await resolve(id, done, { as: "owner2", seen: version })).status).toBe(404);
    expect((await world.ask("listGuestReviews", { as: "owner2" })).status).toBe(404);
    await world.ask("updateModule", {
      as: "owner2",
      path: { companyId: 3, module: "feedback" },
      body: { isOn: true },
      key: key(),
    });
    expect((await resolve(id, done, { as: "owner2", companyId: 3, seen: version })).status).toBe(404);
    expect((await world.ask("getGuestReview", { as: "owner2", path: { id, companyId: 3 } })).status).toBe(404);
    const order = await givenOrder(world);
    await page(await tokenOf(order), good);
    const fine = await reviewOf(order.id);
    expect((await resolve(fine?.id ?? 0, done, { seen: fine?.version ?? 0 })).status).toBe(409);
  });
});
