import type { FastifyInstance, FastifyRequest } from "fastify";
import { Problem } from "../problem.ts";
import { MAX_PICTURE_BYTES } from "../services/pictures.ts";

const MAX_DEPTH = 20;
const FORBIDDEN_KEYS = new Set(["__proto__", "constructor", "prototype"]);

const isBadText = (text: string): boolean => /\0|\p{Surrogate}/u.test(text);

/** What makes a value unfit for the database or dangerous, in words; undefined when nothing does. */
const flawOf = (value: unknown, depth = 0): string | undefined => {
  if (typeof value === "string") return isBadText(value) ? "Текст содержит недопустимые символы." : undefined;
  if (value === null || typeof value !== "object") return undefined;
  if (depth >= MAX_DEPTH) return `Вложенность данных больше ${MAX_DEPTH}.`;
  for (const [key, inner] of Object.entries(value)) {
    if (FORBIDDEN_KEYS.has(key)) return `Недопустимое имя поля: ${key}.`;
    const flaw = flawOf(key) ?? flawOf(inner, depth + 1);
    if (flaw) return flaw;
  }
  return undefined;
};

const utf8 = new TextDecoder("utf-8", { fatal: true });

const parseJson = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new Problem(400, "Тело запроса не является правильным JSON.");
  }
};

/** Most bytes of a multipart body: one picture and what stands around it. */
export const UPLOAD_LIMIT = MAX_PICTURE_BYTES + 64 * 1024;

/** A multipart body that was read. */
interface Parts {
  readonly files: Readonly<Record<string, Buffer>>;
}

const read = new WeakSet<object>();

/** Whether a body is a multipart one. */
export const isParts = (body: unknown): body is Parts => typeof body === "object" && body !== null && read.has(body);

/** The files of a multipart body by part; whole in memory, because a picture is checked as a whole before anything is kept. */
const readParts = async (type: string, bytes: Buffer): Promise<Parts> => {
  const form = await new Response(new Uint8Array(bytes), { headers: { "content-type": type } }).formData().catch(() => {
    throw new Problem(400, "Тело запроса не является правильной формой с файлом.");
  });
  const files: Record<string, Buffer> = Object.create(null);
  for (const [name, value] of form) if (typeof value !== "string") files[name] = Buffer.from(await value.arrayBuffer());
  const parts = { files };
  read.add(parts);
  return parts;
};

/** Reads JSON bodies strictly and lets uploads and the empty forms of the sandbox page through; any other type answers 415. */
export const readBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, async (_request: unknown, bytes: Buffer) => {
    if (bytes.length === 0) return undefined;
    const value = parseJson(bytes);
    const flaw = flawOf(value);
    if (flaw) throw new Problem(400, flaw);
    return value;
  });
  app.addContentTypeParser(
    "multipart/form-data",
    { parseAs: "buffer" },
    async (request: FastifyRequest, bytes: Buffer) => readParts(request.headers["content-type"] ?? "", bytes),
  );
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    async (_: unknown, text: string) => Object.fromEntries(new URLSearchParams(text)),
  );
};
