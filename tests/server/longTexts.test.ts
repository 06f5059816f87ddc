import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ContractOperation, contractOperations } from "../support/oracles/serverAnswers.ts";
import { type Attack, outsidePatterns, worstAttack, writeAttack } from "../support/oracles/slowTexts.ts";
import {
  type DescribedText,
  filesOf,
  isForm,
  pathExampleOf,
  requiredQueryOf,
  textFieldsOf,
} from "../support/oracles/textFields.ts";
import { multipartForm } from "../support/server/form.ts";
import { newPlace, type ServerPlace } from "../support/server/serverPlace.ts";
import { callerOf, type ServerProcess, spawnServer, untilReady } from "../support/server/serverProcess.ts";

/** Maximum response time of the order list during an attack, milliseconds. */
const BOUND_MS = 500;
/** Largest JSON body that the server accepts, bytes. */
const BODY_BYTES = 1024 * 1024;
/**
 * Size of the text in an address or a header, bytes. Node.js accepts 16 kB for the address and all headers together.
 */
const HEAD_BYTES = 12_000;
/** Longest path parameter that the router accepts, characters. */
const PATH_LENGTH = 500;

let place: ServerPlace;
let server: ServerProcess;
beforeAll(async () => {
  place = await newPlace();
  server = await spawnServer({ DATABASE_URL: place.databaseUrl ?? "", DATA_DIR: place.dataDir, LOG_LEVEL: "silent" });
  await untilReady(server);
});
afterAll(async () => {
  await server.kill("SIGTERM");
  await place.remove();
});

const ajv = new Ajv2020({ strict: false });
addFormats(ajv);

/**
 * Worst attacks on the regular expressions of the code and the API description. Fields with neither a pattern nor a
 * format get these attacks in turn.
 */
const usual: readonly Attack[] = [
  ...new Set(outsidePatterns().map((pattern) => worstAttack((text) => pattern.test(text)).attack)),
];

const known = new Map<string, Attack>();

/**
 * Returns the attack on which the validation of a field takes longest. A field with neither a pattern nor a format gets
 * an attack from `usual`.
 */
const attackOn = ({ schema: { pattern, format } }: DescribedText, turn: number): Attack => {
  const { [turn % usual.length]: next = { start: "", part: "0" } } = usual;
  if (pattern === undefined && format === undefined) return next;
  const rule = { type: "string", ...(pattern !== undefined && { pattern }), ...(format !== undefined && { format }) };
  const name = JSON.stringify(rule);
  const attack = known.get(name) ?? worstAttack(ajv.compile(rule)).attack;
  known.set(name, attack);
  return attack;
};

/**
 * Character that no pattern allows. U+0000 is unsuitable, because the server refuses U+0000 before the check of
 * patterns.
 */
const END = "\u0007";

const bytesOf = (part: string, write: (text: string) => string): number =>
  Buffer.byteLength(write(part.repeat(100))) / 100 / part.length;
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Returns the longest text of an attack that the server accepts in a field. */
const textFor = (field: DescribedText, attack: Attack, body: number): string => {
  if (field.where === "header") {
    const isVisible = /^[!-~ ]+$/.test(attack.part);
    return writeAttack(isVisible ? attack : { start: "", part: "0 " }, HEAD_BYTES, "ÿ");
  }
  if (field.where === "path") return writeAttack(attack, PATH_LENGTH / bytesOf(attack.part, encodeURIComponent), END);
  if (field.where === "query") return writeAttack(attack, HEAD_BYTES / bytesOf(attack.part, encodeURIComponent), END);
  return writeAttack(attack, Math.floor((BODY_BYTES - body - 40) / bytesOf(attack.part, inJson)), END);
};

interface Sending {
  readonly url: string;
  readonly init: RequestInit;
}

const sendingOf = (operation: ContractOperation, field: DescribedText, attack: Attack): Sending => {
  const { method, path, node } = operation;
  const frame = Buffer.byteLength(JSON.stringify(field.bodyWith("") ?? null)) + (isForm(operation) ? 4_000 : 0);
  const text = textFor(field, attack, frame);
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    field.where === "path" && field.name === name ? encodeURIComponent(text) : pathExampleOf(operation, name),
  );
  const body = node["requestBody"] === undefined ? undefined : field.bodyWith(text);
  const form = isForm(operation) ? multipartForm(Object(body), filesOf(operation)) : undefined;
  const query = new URLSearchParams({
    ...requiredQueryOf(operation, field.name),
    ...(field.where === "query" && { [field.name]: text }),
  });
  return {
    url: `${address}?${query}`,
    init: {
      method: method.toUpperCase(),
      ...(body !== undefined && { body: form ? new Uint8Array(form.text) : JSON.stringify(body) }),
      headers: {
        ...(body !== undefined && { "content-type": form?.type ?? "application/json" }),
        "idempotency-key": crypto.randomUUID(),
        ...(field.where === "header" && { [field.name.toLowerCase()]: text }),
      },
    },
  };
};

// The timeout is long, because the test sends more than a thousand requests.
test("order list — responds within 500 ms while text fields of all operations get long texts that are slow to validate", {
  timeout: 180_000,
}, async () => {
  const operator = await callerOf(server.url, "operator");
  const signedIn = await fetch(`${server.url}/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ grantType: "password", userName: "admin", password: "admin-demo", tokenIn: "body" }),
  });
  const { access_token: token }: { access_token: string } = await signedIn.json();
  const attack = async ({ url, init }: Sending) => {
    const headers = { authorization: `Bearer ${token}`, ...Object(init.headers) };
    const answer = await fetch(`${server.url}${url}`, { ...init, headers });
    return { status: answer.status, text: await answer.text() };
  };
  const readList = async (): Promise<number> => {
    const began = performance.now();
    const answer = await operator(server.url, "GET", "/api/Order/Company/1");
    await answer.arrayBuffer();
    expect(answer.status).toBe(200);
    return performance.now() - began;
  };
  /**
   * Sends a text, and reads the list until the response arrives. Returns the response and the longest time of a read,
   * milliseconds.
   */
  const sendBesideList = async (sending: Sending) => {
    let isAnswered = false;
    const answering = attack(sending).finally(() => {
      isAnswered = true;
    });
    let slowest = 0;
    do slowest = Math.max(slowest, await readList());
    while (!isAnswered);
    return { answer: await answering, slowest };
  };
  const slow: string[] = [];
  // Fields for which the pattern was not checked, because the server refused the request for a different reason.
  const missed: string[] = [];
  let turn = 0;
  for (const operation of contractOperations)
    for (const field of textFieldsOf(operation)) {
      const sending = sendingOf(operation, field, attackOn(field, turn));
      turn += 1;
      let { answer, slowest } = await sendBesideList(sending);
      // A slow attempt is repeated, because a busy computer slows only some attempts.
      for (let again = 0; again < 2 && slowest > BOUND_MS; again += 1)
        ({ answer, slowest } = await sendBesideList(sending));
      const what = `${operation.id} ${field.where} ${field.name}`;
      if (slowest > BOUND_MS) slow.push(`${what}: ${Math.round(slowest)} ms`);
      if (field.schema["pattern"] !== undefined && !answer.text.toLowerCase().includes(`"${field.name}"`.toLowerCase()))
        missed.push(`${what}: ${answer.text}`);
    }
  expect(slow).toEqual([]);
  expect(missed).toEqual([]);
  expect(turn).toBeGreaterThan(1_000);
});
