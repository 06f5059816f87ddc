import type { FastifyInstance } from "fastify";

const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

const SECURITY = {
  "content-security-policy": POLICY,
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
};

/** Puts the strict policy of decisions, section 3, on every answer; what sets no caching of its own is not stored. */
export const secureAnswers = (app: FastifyInstance): void => {
  app.addHook("onSend", async (request, reply) => {
    reply.headers(SECURITY);
    if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
    if (request.protocol === "https") reply.header("strict-transport-security", "max-age=31536000");
  });
};
