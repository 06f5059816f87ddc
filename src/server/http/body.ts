import type { FastifyInstance, FastifyRequest } from "fastify";
import { MAX_PICTURE_BYTES } from "../services/files/pictures.ts";
import { Invalid, invalidFields, TooLarge } from "../services/shared/domainErrors.ts";
import { attachFiles, type Files } from "./form.ts";
import { findUnsafeInput } from "./unsafeInput.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

const parseJson = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new Invalid("Тело запроса не является правильным JSON.");
  }
};

const MEGABYTE = 1024 * 1024;

/** Maximum size of a multipart body, bytes: one picture or table, and 1 MB for the text fields. */
export const UPLOAD_LIMIT = MAX_PICTURE_BYTES + MEGABYTE;

/**
 * Reads all fields and files of a multipart body into memory, because a file is validated as a whole before it is
 * stored. Joins the texts of a repeated field with commas. Throws `Invalid` for a malformed form, unsafe text or two
 * files in one field, and `TooLarge` for more than 1 MB of text.
 */
const readParts = async (type: string, bytes: Buffer): Promise<object> => {
  const form = await new Response(new Uint8Array(bytes), { headers: { "content-type": type } }).formData().catch(() => {
    throw new Invalid("Тело запроса не является правильной формой с файлом.");
  });
  const files: Files = Object.create(null);
  const texts: Record<string, string> = Object.create(null);
  let length = 0;
  for (const [name, value] of form) {
    if (typeof value !== "string") {
      if (name in files) throw invalidFields({ [name]: "Здесь нужен один файл." });
      files[name] = Buffer.from(await value.arrayBuffer());
    } else {
      const flaw = findUnsafeInput({ [name]: value });
      if (flaw) throw new Invalid(flaw, { [name]: flaw });
      length += value.length;
      texts[name] = name in texts ? `${texts[name]},${value}` : value;
    }
  }
  if (length > MEGABYTE) throw new TooLarge("Слишком много данных в запросе.");
  return attachFiles(texts, files);
};

/**
 * Registers parsers for JSON, multipart and URL-encoded bodies, all of which throw `Invalid` for malformed or unsafe
 * input. An empty JSON body counts as no body. A body of any other content type gets status 415.
 */
export const readBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, async (_request: unknown, bytes: Buffer) => {
    if (bytes.length === 0) return undefined;
    const value = parseJson(bytes);
    const flaw = findUnsafeInput(value);
    if (flaw) throw new Invalid(flaw);
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
    async (_: unknown, text: string) => {
      const value = Object.fromEntries(new URLSearchParams(text));
      const flaw = findUnsafeInput(value);
      if (flaw) throw new Invalid(flaw);
      return value;
    },
  );
};
