import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";

const read = (path: string): string => (existsSync(path) ? readFileSync(path, "utf8") : "");

/** Returns the file names of the built HTML pages, and `config.js`. */
const listPages = (dist: string): string[] =>
  existsSync(dist) ? readdirSync(dist).filter((name) => name.endsWith(".html") || name === "config.js") : [];

/** Returns hashes of the inline styles in the built pages, for the content security policy. */
const styleHashes = (dist: string): string[] => {
  const pages = listPages(dist).filter((name) => name.endsWith(".html"));
  const styles = pages.flatMap((name) => [...read(join(dist, name)).matchAll(/<style>([\s\S]*?)<\/style>/g)]);
  return [...new Set(styles.map(([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`))];
};

/** Returns the origins of other servers in `config.js`. */
const otherServers = (dist: string): string[] => {
  const config = read(join(dist, "config.js")).replace(/^[^\S\n]*\/\/.*$/gm, "");
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

/**
 * Returns the modification times of the pages and of `config.js` as one text. A file that a running build is replacing
 * has the time 0.
 */
const stampOf = (dist: string): string =>
  listPages(dist)
    .map((name) => statSync(join(dist, name), { throwIfNoEntry: false })?.mtimeMs ?? 0)
    .join();

/**
 * Returns a function that returns the content security policy. If the response is a page (`isPage`) and the pages or
 * `config.js` have changed, the function first recalculates the policy.
 */
const createPolicy = (dist: string) => {
  let current = { stamp: stampOf(dist), policy: policyOf(dist) };
  return (isPage: boolean): string => {
    const stamp = isPage ? stampOf(dist) : current.stamp;
    if (stamp !== current.stamp) current = { stamp, policy: policyOf(dist) };
    return current.policy;
  };
};

// The header cross-origin-opener-policy is not set. The pages share no data with other windows, and the header would
// make the browser start a new process.
const SECURITY = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(self)",
};

/**
 * Adds the security headers to all responses and disables caching by default (decisions, section 3). `dist` is the
 * folder of the built client application.
 */
export const addSecurityHeaders = (app: FastifyInstance, dist: string): void => {
  const policy = createPolicy(dist);
  app.addHook("onSend", async (request, reply) => {
    const isPage = String(reply.getHeader("content-type")).startsWith("text/html");
    reply.headers(SECURITY);
    if (!reply.hasHeader("content-security-policy")) reply.header("content-security-policy", policy(isPage));
    if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
    if (request.protocol === "https") reply.header("strict-transport-security", "max-age=31536000");
  });
};
