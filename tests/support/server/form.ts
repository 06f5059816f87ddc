const BOUNDARY = "----form-of-a-test";

interface FormFile {
  readonly bytes: Buffer;
  readonly name?: string;
  readonly type?: string;
}

const partOf = (head: string, body: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    body,
    Buffer.from("\r\n"),
  ]);

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/**
 * Returns a multipart body for the function `ask`. Texts stay as they are, and other values become JSON. A field with
 * the value undefined is omitted.
 */
export const multipartForm = (
  fields: Readonly<Record<string, unknown>>,
  files: Readonly<Record<string, FormFile>> = {},
): { type: string; text: Buffer } => ({
  type: `multipart/form-data; boundary=${BOUNDARY}`,
  text: Buffer.concat([
    ...Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [partOf(`name="${name}"`, Buffer.from(textOf(value)))],
    ),
    ...Object.entries(files).map(([part, { bytes, name = "picture.png", type = "image/png" }]) =>
      partOf(`name="${part}"; filename="${name}"\r\nContent-Type: ${type}`, bytes),
    ),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]),
});
