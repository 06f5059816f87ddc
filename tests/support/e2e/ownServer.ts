import { type ChildProcess, spawn } from "node:child_process";
import { builtServer } from "../../../scripts/build.mjs";
import { copyTemplate, TEMPLATES } from "../server/templates.ts";
import { pollUntil } from "../waiting.ts";

/** Server of one test with a separate embedded database. The test can kill and restart the server. */
export interface OwnServer {
  origin: string;
  start: () => Promise<void>;
  /** Kills the process with SIGKILL, so that the process cannot shut down cleanly. */
  kill: () => Promise<void>;
  /** Advances the clock of the server by one hour. The server must preload `movableClock.mjs`. */
  advanceClock: () => void;
}

/**
 * Waits until the server is ready. Throws if the process ends, for example because its port is in use, or if the server
 * is not ready within 180 s.
 */
const waitUntilReady = async (origin: string, server: ChildProcess): Promise<void> => {
  const isReady = async () => {
    if (server.exitCode !== null) throw new Error(`The server at ${origin} has ended`);
    return (await fetch(`${origin}/ready`).catch(() => undefined))?.ok === true;
  };
  if (!(await pollUntil(isReady, { limitMs: 180_000, intervalMs: 100 })))
    throw new Error("The server did not become ready");
};

/**
 * Creates a server on a port with additional environment variables and a copy of an embedded database. The server
 * starts only when `start` is called.
 */
export const createOwnServer = (
  port: number,
  env: Record<string, string> = {},
  content: "demo" | "empty" = "demo",
): OwnServer => {
  const origin = `http://127.0.0.1:${port}`;
  let dataDir: string | undefined;
  let child: ChildProcess | undefined;
  return {
    origin,
    start: () => {
      dataDir ??= copyTemplate(process.env[TEMPLATES] ?? "", content);
      child = spawn(process.execPath, builtServer(), {
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: "silent", ...env },
      });
      return waitUntilReady(origin, child);
    },
    kill: () =>
      new Promise((resolve) => {
        if (!child || child.exitCode !== null) return resolve();
        child.once("exit", () => resolve());
        child.kill("SIGKILL");
      }),
    advanceClock: () => child?.kill("SIGUSR2"),
  };
};
