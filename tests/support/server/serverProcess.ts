import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import process from "node:process";
import { builtServer } from "../../../scripts/build.mjs";
import { pollUntil } from "../waiting.ts";

/** Server that runs in a separate process. */
export interface ServerProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Returns all output of the process. */
  output(): string;
  kill(signal: "SIGTERM" | "SIGKILL"): Promise<number | null>;
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });

const exitOf = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((resolve) => child.once("exit", resolve));

/**
 * Starts a server process without waiting until the server is ready. `program` is the list of Node.js arguments, by
 * default the arguments of the built server.
 */
export const spawnServer = async (
  env: Readonly<Record<string, string>>,
  program: readonly string[] = builtServer(),
): Promise<ServerProcess> => {
  const port = await freePort();
  const child = spawn(process.execPath, program, {
    env: { ...process.env, HOST: "127.0.0.1", LOG_LEVEL: "warn", NODE_ENV: "development", PORT: String(port), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part: Buffer) => (text += part.toString()));
  return {
    url: `http://127.0.0.1:${port}`,
    child,
    output: () => text,
    kill: (signal) => {
      child.kill(signal);
      return exitOf(child);
    },
  };
};

/**
 * Waits until a server is ready and returns the waiting time, milliseconds. Throws if the process exits or is not ready
 * within `limit` milliseconds.
 */
export const untilReady = async (server: ServerProcess, limit = 120_000): Promise<number> => {
  const begun = performance.now();
  const isReady = (): Promise<boolean> => {
    if (server.child.exitCode !== null) throw new Error(`server exited: ${server.output()}`);
    return fetch(`${server.url}/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  };
  if (await pollUntil(isReady, { limitMs: limit, intervalMs: 20 })) return performance.now() - begun;
  throw new Error(`server not ready: ${server.output()}`);
};

/** Waits until a process exits and returns its exit code. */
export const untilExit = (server: ServerProcess): Promise<number | null> => exitOf(server.child);

/** Signs in to a running server and returns an API client. */
export const callerOf = async (url: string, userName: string) => {
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    });
  const signedIn = await post("/token", {
    grantType: "password",
    userName,
    password: `${userName}-demo`,
    tokenIn: "body",
  });
  const token: { access_token: string } = await signedIn.json();
  return (at: string, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(`${at}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: {
        authorization: `Bearer ${token.access_token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
    });
};
