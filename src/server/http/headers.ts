import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";

const read = (path: string): string => (existsSync(path) ? readFileSync(path, "utf8") : "");

/** The built pages, and what is set for them. */
const filesOf = (dist: string): string[] =>
  existsSync(dist) ? readdirSync(dist).filter((name) => name.endsWith(".html") || name === "config.js") : [];

/** Hashes of the styles that the built pages carry within them. */
const styleHashes = (dist: string): string[] => {
  const pages = filesOf(dist).filter((name) => name.endsWith(".html"));
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

/** When each of the files was written; one that a build has just taken away counts as none. */
const stampOf = (dist: string): string =>
  filesOf(dist)
    .map((name) => statSync(join(dist, name), { throwIfNoEntry: false })?.mtimeMs ?? 0)
    .join();

/** The policy for the pages as they are served: worked out anew where a page is asked for after another build. */
const policies = (dist: string) => {
  let known = { stamp: stampOf(dist), policy: policyOf(dist) };
  return (isPage: boolean): string => {
    const stamp = isPage ? stampOf(dist) : known.stamp;
    if (stamp !== known.stamp) known = { stamp, policy: policyOf(dist) };
    return known.policy;
  };
};

// No cross-origin-opener-policy: nothing here listens to other windows, and it makes the browser begin a new process for the page.
const SECURITY = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
};

/** Puts the strict policy of decisions, section 3, on every answer; what sets no caching of its own is not stored. `dist` is the built application. */
export const addSecurityHeaders = (app: FastifyInstance, dist: string): void => {
  const policy = policies(dist);
  app.addHook("onSend", async (request, reply) => {
    const isPage = String(reply.getHeader("content-type")).startsWith("text/html");
    reply.headers(SECURITY);
    if (!reply.hasHeader("content-security-policy")) reply.header("content-security-policy", policy(isPage));
    if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
    if (request.protocol === "https") reply.header("strict-transport-security", "max-age=31536000");
  });
};
