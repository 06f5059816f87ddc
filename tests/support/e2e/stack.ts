// Starts the servers of the end-to-end tests: the application server on an embedded database, a proxy that validates
// API calls, the front proxy that the browser opens, and a server without the extensions of the API
// (`--documented-only`).
import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { builtServer } from "../../../scripts/build.mjs";
import { makeTemplates } from "../server/demoTemplate.ts";
import { copyTemplate, TEMPLATES } from "../server/templates.ts";
import { pollUntil } from "../waiting.ts";
import { missingFields } from "./documentedPayloads.ts";
import { KNOWN_DEVICE, ports, violationsFile } from "./stackSettings.ts";

const isApi = (url: string): boolean =>
  /^\/(api\/(?!docs|openapi)|token|geo\/|password|PreBill\/Company\/\d+\/\d+)/.test(url);

const children: ChildProcess[] = [];

const start = (args: string[], env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, ...env },
  });
  children.push(child);
  return child;
};

const stop = () => {
  for (const child of children) child.kill("SIGTERM");
  process.exit(0);
};

const note = (incoming: IncomingMessage, violations: string | string[] | undefined) => {
  if (!violations) return;
  const found: unknown = JSON.parse(String(violations));
  const errors = Array.isArray(found) ? found.filter(({ severity }) => severity === "Error") : [];
  if (errors.length) appendFileSync(violationsFile, `${incoming.method} ${incoming.url} ${JSON.stringify(errors)}\n`);
};

/**
 * Records a request of the application if the body lacks fields of the specification. Ignores requests sent by tests.
 */
const checkPayload = (incoming: IncomingMessage) => {
  const isOfPage = incoming.headers["sec-fetch-mode"] !== undefined;
  const chunks: Buffer[] = [];
  if (isOfPage) incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
  incoming.on("end", () => {
    const { method = "", headers } = incoming;
    const { pathname } = new URL(incoming.url ?? "", "http://front");
    const missing = isOfPage
      ? missingFields(method, pathname, headers["content-type"] ?? "", Buffer.concat(chunks))
      : [];
    if (missing.length > 0)
      appendFileSync(violationsFile, `${method} ${pathname} lacks the documented fields ${missing.join(", ")}\n`);
  });
};

/**
 * Returns the headers of a request, with a fixed device cookie for a sign-in without one. Each test uses a new browser,
 * so the demo user would otherwise be notified of a new device.
 */
const withKnownDevice = ({ method, url, headers }: IncomingMessage): IncomingMessage["headers"] => {
  const { cookie = "" } = headers;
  if (method !== "POST" || url !== "/token" || /(^|; )device=/.test(cookie)) return headers;
  return { ...headers, cookie: cookie === "" ? KNOWN_DEVICE : `${cookie}; ${KNOWN_DEVICE}` };
};

/**
 * Agent that opens a new connection for each request. Needed because the validating proxy closes idle connections
 * without notice.
 */
const agent = new Agent({ keepAlive: false });

const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
  checkPayload(incoming);
  // Multipart bodies, files and the endless event stream go to the server directly, because the validating proxy reads
  // whole bodies as text.
  const isUpload = incoming.headers["content-type"]?.startsWith("multipart/") ?? false;
  const isFileOrStream = /^\/api\/(File\/|Event$)/.test(incoming.url ?? "");
  const port = isApi(incoming.url ?? "") && !isUpload && !isFileOrStream ? ports.proxy : ports.server;
  const headers = withKnownDevice(incoming);
  const onward = request(
    { port, agent, host: "127.0.0.1", method: incoming.method, path: incoming.url, headers },
    (answer) => {
      const { "sl-violations": violations, ...headers } = answer.headers;
      note(incoming, violations);
      outgoing.writeHead(answer.statusCode ?? 502, headers);
      answer.pipe(outgoing);
    },
  );
  onward.on("error", (error) => {
    // A request cancelled by the browser is no failure.
    if (!outgoing.destroyed) console.error(`${incoming.method} ${incoming.url} on port ${port}: ${error.message}`);
    outgoing.destroy();
  });
  outgoing.on("close", () => onward.destroy());
  incoming.pipe(onward);
};

/** Waits until a server on a port answers any request. Playwright ends this process if that takes too long. */
const untilAnswers = (port: number): Promise<boolean> => {
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/ready`).then(
      () => true,
      () => false,
    );
  return pollUntil(answers, { limitMs: Number.POSITIVE_INFINITY, intervalMs: 100 });
};

mkdirSync("test-results", { recursive: true });
writeFileSync(violationsFile, "");
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
// Playwright may be killed without stopping this process, so this process exits when its parent process has ended.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && stop(), 1_000).unref();
const templates = process.env[TEMPLATES] ?? "";
if (process.env["MAKE_TEMPLATES"]) await makeTemplates(templates);
start(builtServer(), {
  PORT: String(ports.server),
  DATA_DIR: copyTemplate(templates, "demo"),
  LOG_LEVEL: "warn",
});
start([...builtServer(), "--documented-only"], {
  PORT: String(ports.documented),
  DATA_DIR: copyTemplate(templates, "demo"),
  LOG_LEVEL: "warn",
});
start([
  "node_modules/@stoplight/prism-cli/dist/index.js",
  "proxy",
  "src/api/openapi.json",
  `http://127.0.0.1:${ports.server}`,
  "--port",
  String(ports.proxy),
  "--host",
  "127.0.0.1",
  "--verboseLevel",
  "silent",
]);
// Tests start as soon as the front proxy answers, so the front proxy starts only after all other servers answer.
await Promise.all([ports.server, ports.proxy, ports.documented].map(untilAnswers));
createServer({ keepAliveTimeout: 30_000 }, pass).listen(ports.front, "127.0.0.1");
