import { expect, test, vi } from "vitest";
import { repeatWithOverride } from "#app/overrides/repeatWithOverride.tsx";
import { givenServices, type SentRequest } from "../support/app/services.ts";

const PATH = "/api/Order/17/Company/1/RejectPayment/5";

const refusal = (challenge: string) =>
  Response.json(
    {
      type: "about:blank",
      title: "Forbidden",
      status: 403,
      message: "У вас нет права «Возврат оплаты».",
      traceId: "0",
      overridable: true,
      operationId: "rejectPayment",
      permission: { code: "payment.reject", title: "Возврат оплаты" },
      summary: "Заказ № 17: вернуть оплату",
      challenge,
    },
    { status: 403 },
  );

const manager = { id: 3, alias: "Павел Громов", hasPin: true };

/**
 * Answers the requests of the override dialog as a fake server. It grants the token `token-of-<challenge>`, which the
 * tests recognise.
 */
const answerOverride = ({ method, path, body }: SentRequest): Response => {
  if (method === "GET") return Response.json([manager]);
  const { challenge } = body as { challenge: string };
  if (path.endsWith("/Pin")) return Response.json({ token: `token-of-${challenge}`, expiresIn: 60, by: manager });
  return Response.json({ status: 404, message: "Нет" }, { status: 404 });
};

const givenWrite = (answers: Response[]) => {
  const { services, sent } = givenServices(answerOverride);
  const repeated: { token: string | null; key: string | null; body: string }[] = [];
  const send = async (request: Request): Promise<Response> => {
    const { headers } = request;
    const body = await request.clone().text();
    repeated.push({ token: headers.get("X-Override-Token"), key: headers.get("Idempotency-Key"), body });
    return answers.shift() ?? Response.json({ id: 5 });
  };
  const signal = new AbortController();
  const request = new Request(`http://server${PATH}`, {
    method: "POST",
    headers: { "Idempotency-Key": "key-of-a-test", "content-type": "application/json" },
    body: '{"reason":"Не та пицца"}',
    signal: signal.signal,
  });
  const { api, environment, page } = services;
  const result = repeatWithOverride({ api, environment, page, send }, request, refusal("first"));
  return { result, repeated, sent, abort: () => signal.abort() };
};

const dialog = () => document.querySelector("[role=dialog]");
const untilPin = () =>
  vi.waitFor(
    () => {
      const field = document.querySelector<HTMLInputElement>("[role=dialog] input");
      if (!field) throw new Error("no field for the PIN");
      return field;
    },
    { timeout: 30_000 },
  );

const typePin = async (pin: string) => {
  const field = await untilPin();
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  set?.call(field, pin);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.form?.requestSubmit();
};

test("a refused write — is repeated with a manager's override token, the same body and the same idempotency key", async () => {
  const { result, repeated, sent } = givenWrite([]);
  await typePin("274916");
  expect((await result).status).toBe(200);
  expect(repeated).toEqual([{ token: "token-of-first", key: "key-of-a-test", body: '{"reason":"Не та пицца"}' }]);
  expect(sent.at(-1)?.body).toEqual({ challenge: "first", userId: 3, pin: "274916" });
  expect(dialog()).toBeNull();
});

test("a write that needs two permissions — asks for a PIN again after the second refusal, and sends the challenge of this refusal", async () => {
  const { result, repeated } = givenWrite([refusal("second")]);
  await typePin("274916");
  await vi.waitFor(() => expect(repeated).toHaveLength(1), { timeout: 30_000 });
  await vi.waitFor(() => expect(document.querySelector<HTMLInputElement>("[role=dialog] input")?.value).toBe(""), {
    timeout: 30_000,
  });
  await typePin("274916");
  expect((await result).status).toBe(200);
  expect(repeated.map(({ token }) => token)).toEqual(["token-of-first", "token-of-second"]);
});

test("cancelling the override dialog — returns the refusal and does not retry the write", async () => {
  const { result, repeated } = givenWrite([]);
  await untilPin();
  const cancel = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Отмена");
  cancel?.click();
  const answer = await result;
  expect([answer.status, (await answer.json()).message]).toEqual([403, "У вас нет права «Возврат оплаты»."]);
  expect(repeated).toEqual([]);
});

test("an aborted write — closes the override dialog and returns the refusal", async () => {
  const { result, abort } = givenWrite([]);
  await untilPin();
  abort();
  expect((await result).status).toBe(403);
  await vi.waitFor(() => expect(dialog()).toBeNull(), { timeout: 30_000 });
});

test("a refusal that a manager cannot override — is returned without a dialog", async () => {
  const { services, sent } = givenServices(answerOverride);
  const { api, environment, page } = services;
  const send = () => Promise.reject(new Error("not sent again"));
  const plain = Response.json({ status: 403, message: "У вас нет права." }, { status: 403 });
  const request = new Request(`http://server${PATH}`, { method: "POST" });
  expect(await repeatWithOverride({ api, environment, page, send }, request, plain)).toBe(plain);
  expect([sent.length, dialog()]).toEqual([0, null]);
});
