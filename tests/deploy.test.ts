import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (path: string): string => readFileSync(path, "utf8");

const dockerfile = read("Dockerfile");
const compose = read("compose.yaml");
const nginx = read("scripts/deploy/nginx.conf");

/** Returns the first capturing group of each match. */
const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, first = ""]) => first);

/** Paths that the Dockerfile copies from the repository. */
const copied = matches(dockerfile, /^COPY (?!--from)(.+) \S+$/gm).flatMap((paths) => paths.split(" "));

test("Dockerfile — copies only files that exist and that .dockerignore does not exclude", () => {
  const allowed = matches(read(".dockerignore"), /^!(.+)$/gm);
  expect(copied.length).toBeGreaterThan(5);
  expect(copied.filter((path) => !existsSync(path))).toEqual([]);
  expect(copied.filter((path) => !allowed.includes(path.split("/")[0] ?? ""))).toEqual([]);
});

test("last stage of the Dockerfile — does not run as root, has only production packages, and has a health check", () => {
  const last = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));
  expect(matches(last, /^USER (\w+)$/gm)).toEqual(["node"]);
  expect(last).toMatch(/^HEALTHCHECK [\s\S]+\/ready/m);
  expect(matches(last, /^COPY --from=packages (\S+)/gm)).toEqual(["/app/node_modules"]);
  expect(dockerfile).toMatch(/AS packages\n[^#]*RUN npm ci --omit=dev\n/);
});

test("compose.yaml — sets only documented settings and gives the server enough time to stop", () => {
  const environment = /^ {2}environment:\n((?: {4}.*\n)+)/m.exec(compose)?.[1] ?? "";
  const settings = matches(environment, /^ {4}(\w+):/gm);
  const documented = matches(read("src/server/OPERATIONS.md"), /`([A-Z_]+)`/g);
  expect(settings).toContain("DATABASE_URL");
  expect(settings.filter((name) => !documented.includes(name))).toEqual([]);
  const limit = Number(matches(read("src/server/main.ts"), /STOP_AFTER_MS = (\d+)/g)[0]);
  expect(Number(matches(compose, /stop_grace_period: (\d+)s/g)[0]) * 1000).toBeGreaterThan(limit);
});

test("nginx.conf — passes requests to the servers of compose.yaml, and does not buffer event streams", () => {
  const services = matches(compose, /^ {2}(\w+): \*server$/gm);
  const port = matches(dockerfile, /^EXPOSE (\d+)$/gm)[0];
  expect(services).toHaveLength(2);
  expect(matches(nginx, /^ {4}server (\S+) .*resolve;$/gm)).toEqual(services.map((name) => `${name}:${port}`));
  expect(compose).toContain(`- 8080:${matches(nginx, /listen (\d+);/g)[0]}`);
  const events = /location = (\S+) \{([^}]+)\}/.exec(nginx);
  expect(Object.keys(JSON.parse(read("src/api/openapi.json")).paths)).toContain(events?.[1]);
  expect(events?.[2]).toContain("proxy_buffering off;");
});
