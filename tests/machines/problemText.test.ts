import { expect, test } from "vitest";
import { ApiProblem, createApi, isOutcomeUnknown, NoAnswer, unwrap } from "#api/client.ts";
import { toFailure } from "#machines/core/failure.ts";
import { problemOf } from "../support/machines/problems.ts";

const STANDARD = "Сервер не смог выполнить действие. Повторите или обратитесь в поддержку.";

/** Sends a request that the server answers with an error, and returns the error of the client. */
const failureOf = (status: number, body: unknown): Promise<unknown> => {
  const answer = typeof body === "string" ? new Response(body, { status }) : Response.json(body, { status });
  const api = createApi({ baseUrl: "http://server", fetch: async () => answer });
  return unwrap(api.GET("/api/Company")).then(
    () => "no failure",
    (error: unknown) => error,
  );
};

test.each([
  [
    "a refusal of this product's server",
    "the message of the response",
    409,
    problemOf(409, "Блюдо <Борщ> уже есть."),
    "Блюдо <Борщ> уже есть.",
  ],
  [
    "a failure of this product's server",
    "the message of the response",
    500,
    problemOf(500, "Ошибка с номером trace-1."),
    "Ошибка с номером trace-1.",
  ],
  [
    "another server's short refusal",
    "the message of the response",
    400,
    { message: "Промокод истёк." },
    "Промокод истёк.",
  ],
  [
    "another server's message of 300 characters",
    "the message of the response",
    422,
    { message: "я".repeat(300) },
    "я".repeat(300),
  ],
  ["another server's message of 301 characters", "a general message", 422, { message: "я".repeat(301) }, STANDARD],
  ["another server's message with markup", "a general message", 400, { message: "<h1>Bad Request</h1>" }, STANDARD],
  ["another server's message with JSON", "a general message", 400, { message: '{"code":7}' }, STANDARD],
  [
    "another server's message with a stack trace",
    "a general message",
    400,
    { message: "boom at Orders.Save" },
    STANDARD,
  ],
  ["another server's message of several lines", "a general message", 400, { message: "one\ntwo" }, STANDARD],
  [
    "another server's message with an exception",
    "a general message",
    400,
    { message: "System.NullReferenceException" },
    STANDARD,
  ],
  [
    "another server's message with an error name",
    "a general message",
    400,
    { message: "TypeError: x is undefined" },
    STANDARD,
  ],
  ["another server's failure", "a general message", 500, { message: "fault" }, STANDARD],
  [
    "another server's problem without a trace id",
    "a general message",
    500,
    { ...problemOf(500, "fault"), traceId: undefined },
    STANDARD,
  ],
  ["a message that is not a text", "a general message", 400, { message: 7 }, STANDARD],
  ["an empty message", "a general message", 400, { message: "" }, STANDARD],
  ["a JSON list", "a general message", 400, ["fault"], STANDARD],
  ["a plain text", "a general message", 500, "fault", STANDARD],
])("error message for a response with %s — is %s", async (_, __, status, body, message) => {
  expect(await failureOf(status, body)).toMatchObject({ status, message });
});

test("field messages of an unknown server — are shown only for status 4xx and only if they contain no markup", async () => {
  const errors = { phone: "Неполный номер", note: "<b>bad</b>", name: 7 };
  expect(await failureOf(400, { errors })).toMatchObject({ errors: { phone: "Неполный номер" } });
  expect(await failureOf(400, { errors })).not.toHaveProperty("errors.note");
  expect(await failureOf(400, { ...problemOf(400, "Нельзя."), errors })).toMatchObject({
    errors: { note: "<b>bad</b>" },
  });
  expect(await failureOf(500, { errors })).toMatchObject({ errors: {} });
});

test.each([
  ["text/html; charset=utf-8", "an outage", NoAnswer],
  ["text/plain", "a missing record", ApiProblem],
  ["application/json", "a missing record", ApiProblem],
])("status 404 with the content type %s — counts as %s", async (type, _, error) => {
  const answer = new Response("<h1>Not found</h1>", { status: 404, headers: { "Content-Type": type } });
  const api = createApi({ baseUrl: "http://server", fetch: async () => answer });
  await expect(unwrap(api.GET("/api/Company"))).rejects.toBeInstanceOf(error);
});

test("status 507 — counts as a refused write, whereas other server errors leave the outcome unknown", async () => {
  const noRoom = await failureOf(507, problemOf(507, "На диске кончилось место."));
  expect([isOutcomeUnknown(noRoom), toFailure(noRoom)]).toMatchObject([
    false,
    { kind: "refused", message: "На диске кончилось место." },
  ]);
  const fault = await failureOf(500, problemOf(500, "Поломка."));
  expect([isOutcomeUnknown(fault), toFailure(fault).kind]).toEqual([true, "fault"]);
});
