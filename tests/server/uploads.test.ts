import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect } from "node:net";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
let port = 0;
beforeAll(async () => {
  world = await startWorld();
  const address = await world.app.listen({ port: 0, host: "127.0.0.1" });
  port = Number(new URL(address).port);
});
afterAll(() => world.stop());

const BOUNDARY = "----picture";
const form = (
  bytes: Buffer,
  { part = "data", name = "logo.png", type = "image/png" } = {},
): { type: string; text: Buffer } => ({
  type: `multipart/form-data; boundary=${BOUNDARY}`,
  text: Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${part}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]),
});

const square = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: "#0b7269" } });
const upload = (raw: { type: string; text: Buffer }, as = "owner") =>
  world.ask("uploadCompanyFile", { as, path: { companyId: 1 }, raw });
const countFiles = async () =>
  (await sql<{ count: number }>`select count(*)::int as count from file`.execute(world.db)).rows[0]?.count;

test("picture — is stored without metadata and can become the logo", async () => {
  const photo = await square(600)
    .jpeg()
    .withExif({ IFD0: { Copyright: "secret-place" } })
    .toBuffer();
  expect(photo.includes("secret-place")).toBe(true);
  const { json } = await upload(form(Buffer.concat([photo, Buffer.from("<script>alert(1)</script>")])));
  const body = { name: "Пекарня «Колос»", newLogoId: json.id };
  const saved = await world.ask("updateCompany", { as: "owner", path: { companyId: 1 }, body });
  expect(saved.json.logoUrl).toBe(json.url);
  const got = await world.app.inject({ url: json.url });
  expect([got.statusCode, got.headers["content-type"], got.headers["x-content-type-options"]]).toEqual([
    200,
    "image/webp",
    "nosniff",
  ]);
  expect([got.rawPayload.includes("secret-place"), got.rawPayload.includes("<script>")]).toEqual([false, false]);
  const removed = await world.ask("updateCompany", {
    as: "owner",
    path: { companyId: 1 },
    body: { name: "Пекарня «Колос»", isRemoveLogo: true },
  });
  expect(removed.json.logoUrl).toBeNull();
});

test.each(["png", "webp", "gif"] as const)(
  "picture of the type %s — is accepted regardless of its name and declared type",
  async (kind) => {
    const bytes = await square(40).toFormat(kind).toBuffer();
    expect((await upload(form(bytes, { name: "notes.txt", type: "text/plain" }))).status).toBe(200);
  },
);

test.each([
  ["HTML named .png", Buffer.from("<!doctype html><script>alert(1)</script>")],
  [
    "an SVG",
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'),
  ],
  ["a PNG with a header only", Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), randomBytes(200)])],
  ["an empty file", Buffer.alloc(0)],
])("upload of %s — is refused with a message and stores no file", async (_, bytes) => {
  const before = await countFiles();
  const refused = await upload(form(bytes));
  expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([400, ["data"]]);
  expect(await countFiles()).toBe(before);
});

test("truncated picture — is refused", async () => {
  const noise = await sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
    .png()
    .toBuffer();
  expect((await upload(form(noise.subarray(0, noise.length / 2)))).status).toBe(400);
});

/** Runs `work` and returns the number of pictures that sharp began to decode in the meantime. */
const countDecoded = async (work: () => Promise<unknown>) => {
  let changes = 0;
  const onChange = () => {
    changes += 1;
  };
  sharp.queue.on("change", onChange);
  await work();
  sharp.queue.off("change", onChange);
  // The queue changes twice for each picture: when the processing of the picture begins and when the processing ends.
  return changes / 2;
};

test("picture of more than 5 MB or more than 8,000 pixels per side — is refused before it is decoded", async () => {
  const small = await square(40).png().toBuffer();
  expect(await countDecoded(() => upload(form(small)))).toBe(1);
  const large = Buffer.concat([small, Buffer.alloc(5 * 1024 * 1024 + 1 - small.length)]);
  const wide = await sharp({ create: { width: 8001, height: 10, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  for (const [bytes, status] of [
    [large, 413],
    [Buffer.concat([large, Buffer.alloc(1024 * 1024)]), 413],
    [wide, 400],
  ] as const) {
    const decoded = await countDecoded(async () => expect((await upload(form(bytes))).status).toBe(status));
    expect(decoded).toBe(0);
  }
  // The first 5 MB of the refused file are accepted, so the whole file was refused only because of its size.
  expect((await upload(form(large.subarray(0, 5 * 1024 * 1024)))).status).toBe(200);
});

test("picture of 50 megapixels — is scaled down in less than 10 s with less than 400 MB of memory", async () => {
  const large = await square(7071).png().toBuffer();
  const began = performance.now();
  const rss = process.memoryUsage().rss;
  const { status, json } = await upload(form(large));
  expect(status).toBe(200);
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(process.memoryUsage().rss - rss).toBeLessThan(400e6);
  const { width } = await sharp((await world.app.inject({ url: json.url })).rawPayload).metadata();
  expect(width).toBe(1600);
  const wide = await sharp({ create: { width: 8001, height: 10, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  expect((await upload(form(wide))).problem.message).toContain("8 000");
});

test("upload with an unknown field, a different content type or a malformed form — is refused", async () => {
  const bytes = await square(20).png().toBuffer();
  expect((await upload(form(bytes, { part: "file" }))).status).toBe(400);
  expect((await upload({ type: "application/json", text: Buffer.from("{}") })).status).toBe(415);
  expect((await upload({ type: "multipart/form-data; boundary=x", text: Buffer.from("no form") })).status).toBe(400);
  expect((await upload({ type: "multipart/form-data", text: Buffer.from("no boundary") })).status).toBe(400);
});

const partOf = (name: string, bytes: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="a.png"\r\n\r\n`),
    bytes,
    Buffer.from("\r\n"),
  ]);

test.each(["extra", "__proto__", "constructor", "data"])(
  "form with an unexpected file in the field '%s' — is refused at this field",
  async (name) => {
    const bytes = await square(20).png().toBuffer();
    const before = await countFiles();
    const { type, text } = form(bytes);
    const refused = await upload({ type, text: Buffer.concat([partOf(name, bytes), text]) });
    expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([400, [name]]);
    expect(await countFiles()).toBe(before);
  },
);

test("file in a text field of a form — is refused at that field", async () => {
  const text = Buffer.concat([partOf("name", Buffer.from("Хлеб")), Buffer.from(`--${BOUNDARY}--\r\n`)]);
  const raw = { type: `multipart/form-data; boundary=${BOUNDARY}`, text };
  const refused = await world.ask("createCompanyCategory", { as: "owner", path: { companyId: 1 }, raw });
  expect([refused.status, refused.problem.errors]).toEqual([400, { name: "Здесь нужен текст, а не файл." }]);
});

test.each(["Content-Length", "Transfer-Encoding"])(
  "body of 16 MB with the header %s — is answered with a problem before the connection is closed",
  async (kind) => {
    const size = 16 * 1024 * 1024;
    const body = Buffer.alloc(size, "a");
    const isChunked = kind === "Transfer-Encoding";
    const head = [
      "POST /token HTTP/1.1",
      "Host: localhost",
      "Content-Type: application/json",
      isChunked ? "Transfer-Encoding: chunked" : `Content-Length: ${size}`,
      "",
      "",
    ].join("\r\n");
    const answer = await new Promise<string>((resolve, reject) => {
      let text = "";
      const socket = connect(port, "127.0.0.1", () => {
        socket.write(head);
        if (isChunked) socket.write(`${size.toString(16)}\r\n`);
        // Like a simple client, the test reads the response only after it has written the whole body.
        socket.pause();
        socket.write(body, () => socket.resume());
        if (isChunked) socket.write("\r\n0\r\n\r\n");
      });
      socket.on("data", (part) => {
        text += part.toString();
        if (text.includes("traceId")) socket.destroy();
      });
      socket.on("error", reject);
      socket.on("close", () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1.1 413 .*Слишком много данных/s);
  },
);

test("aborted upload — stores no file", async () => {
  const whole = form(await square(900).png().toBuffer());
  const { type, text } = whole;
  const before = (await countFiles()) ?? 0;
  const head = [
    "POST /api/File/Company/1 HTTP/1.1",
    "Host: localhost",
    `Authorization: Bearer ${await world.tokenOf("owner")}`,
    `Content-Type: ${type}`,
    `Content-Length: ${text.length}`,
    "",
    "",
  ].join("\r\n");
  const received = once(world.app.server, "request") as Promise<[IncomingMessage, ServerResponse]>;
  const half = text.subarray(0, text.length / 2);
  const socket = connect(port, "127.0.0.1", () => {
    socket.write(head);
    socket.write(half);
  });
  const [request, response] = await received;
  await vi.waitUntil(() => request.socket.bytesRead === head.length + half.length, 30_000);
  socket.destroy();
  await once(response, "close");
  // The clean-up of the aborted upload ends before the next upload is answered, so the count below is final.
  expect((await upload(whole)).status).toBe(200);
  expect(await countFiles()).toBe(before + 1);
  expect((await world.app.inject({ url: "/ready" })).statusCode).toBe(200);
});

test("picture uploaded by another user — cannot be used", async () => {
  const bytes = await square(30).png().toBuffer();
  const { json } = await world.ask("uploadFile", { as: "owner", raw: form(bytes) });
  const take = (as: string, newLogoId: string) =>
    world.ask("createCompany", { as, body: { name: "Воровка", newLogoId } });
  expect((await take("owner2", json.id)).status).toBe(400);
  expect((await take("owner", json.id)).json.logoUrl).toBe(json.url);
  expect(
    (await world.ask("uploadCompanyFile", { as: "owner2", path: { companyId: 1 }, raw: form(bytes) })).status,
  ).toBe(404);
});
