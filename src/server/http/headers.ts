import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";

const read = (path: string): string => (existsSync(path) ? readFileSync(path, "utf8") : "");

/** Hashes of the styles that the built pages carry within them. */
const styleHashes = (dist: string): string[] => {
  const pages = existsSync(dist) ? readdirSync(dist).filter((name) => name.endsWith(".html")) : [];
  const styles = pages.flatMap((name) => [...read(join(dist, name)).matchAll(/<style>([\s\S]*?)<\/style>/g)]);
  return [...new Set(styles.map(([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`))];
};

/** Servers that `config.js` points the application at. */
const otherServers = (dist: string): string[] => {
  const config = read(join(dist, "config.js")).replace(/^\s*\/\/.*$/gm, "");
  return [...new Set([...config.matchAll(/https?:\/\/[^\s"'`/]+/g)].map(([origin]) => origin))];
};

const policyOf = (dist: string): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    ["style-src 'self'", ...styleHashes(dist)].join(" "),
    ["img-src 'self' data: blob:", ...otherServers(dist)].join(" "),
    ["connect-src 'self'", ...otherServers(dist)].join(" "),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");

// No cross-origin-opener-policy: nothing here listens to other windows, and it makes the browser begin a new process for the page.
const SECURITY = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
};

/** Puts the strict policy of decisions, section 3, on every answer; what sets no caching of its own is not stored. `dist` is the built application. */
export const secureAnswers = (app: FastifyInstance, dist: string): void => {
  const policy = policyOf(dist);
  app.addHook("onSend", async (request, reply) => {
    reply.headers(SECURITY).header("content-security-policy", policy);
    if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
    if (request.protocol === "https") reply.header("strict-transport-security", "max-age=31536000");
  });
};
