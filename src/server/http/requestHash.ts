import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { DescribedOperation } from "./description.ts";
import { readFiles } from "./form.ts";

/** Returns the hash of a request: the operation, the parameters, the body and the files. */
export const hashRequest = (operation: DescribedOperation, request: FastifyRequest): string => {
  const content = JSON.stringify([operation.id, request.params, request.query, request.body ?? null]);
  const hash = createHash("sha256").update(content);
  for (const [name, bytes] of Object.entries(readFiles(request.body))) hash.update(name).update(bytes);
  return hash.digest("base64url");
};
