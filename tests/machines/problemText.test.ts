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
  ["a refusal of this product's server", 409, problemOf(409, "Блюдо <Борщ> уже есть."), "Блюдо <Борщ> уже есть."],
  ["a failure of this product's server", 500, problemOf(500, "Ошибка с номером trace-1."), "Ошибка с номером trace-1."],
  ["a short message of a foreign refusal", 400, { message: "Промокод истёк." }, "Промокод истёк."],
  ["a foreign message of 300 characters", 422, { message: "я".repeat(300) }, "я".repeat(300)],
  ["a foreign message of 301 characters", 422, { message: "я".repeat(301) }, STANDARD],
  ["a foreign message with markup", 400, { message: "<h1>Bad Request</h1>" }, STANDARD],
  ["a foreign message with JSON", 400, { message: '{"code":7}' }, STANDARD],
  ["a foreign message with a stack trace", 400, { message: "boom at Orders.Save" }, STANDARD],
  ["a foreign message of several lines", 400, { message: "one\ntwo" }, STANDARD],
  ["a foreign message with an exception", 400, { message: "System.NullReferenceException" }, STANDARD],
  ["a foreign message with the name of an error", 400, { message: "TypeError: x is undefined" }, STANDARD],
  ["a message of a foreign failure", 500, { message: "fault" }, STANDARD],
  ["a foreign problem without a trace id", 500, { ...problemOf(500, "fault"), traceId: undefined }, STANDARD],
  ["a message that is not a text", 400, { message: 7 }, STANDARD],
  ["an empty message", 400, { message: "" }, STANDARD],
  ["a JSON list", 400, ["fault"], STANDARD],
  ["a plain text", 500, "fault", STANDARD],
])("error message for a response with %s — is readable for a user", async (_, status, body, message) => {
  expect(await failureOf(status, body)).toMatchObject({ status, message });
});

test("field messages of a foreign server — are shown only if they are not technical and the status is 4xx", async () => {
  const errors = { phone: "Неполный номер", note: "<b>bad</b>", name: 7 };
  expect(await failureOf(400, { errors })).toMatchObject({ errors: { phone: "Неполный номер" } });
  expect(await failureOf(400, { errors })).not.toHaveProperty("errors.note");
  expect(await failureOf(400, { ...problemOf(400, "Нельзя."), errors })).toMatchObject({
    errors: { note: "<b>bad</b>" },
  });
  expect(await failureOf(500, { errors })).toMatchObject({ errors: {} });
});

test.each([
  ["text/html; charset=utf-8", NoAnswer],
  ["text/plain", ApiProblem],
  ["application/json", ApiProblem],
])(
  "status 404 with the content type %s — counts as an outage if the type is HTML, otherwise as a missing record",
  async (type, error) => {
    const answer = new Response("<h1>Not found</h1>", { status: 404, headers: { "Content-Type": type } });
    const api = createApi({ baseUrl: "http://server", fetch: async () => answer });
    await expect(unwrap(api.GET("/api/Company"))).rejects.toBeInstanceOf(error);
  },
);

test("status 507 — counts as a refusal of the write, whereas other server errors leave the outcome of the write unknown", async () => {
  const noRoom = await failureOf(507, problemOf(507, "На диске кончилось место."));
  expect([isOutcomeUnknown(noRoom), toFailure(noRoom)]).toMatchObject([
    false,
    { kind: "refused", message: "На диске кончилось место." },
  ]);
  const fault = await failureOf(500, problemOf(500, "Поломка."));
  expect([isOutcomeUnknown(fault), toFailure(fault).kind]).toEqual([true, "fault"]);
});
