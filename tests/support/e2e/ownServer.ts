import { type ChildProcess, spawn } from "node:child_process";
import { builtServer } from "../../../scripts/build.mjs";
import { copyTemplate, TEMPLATES } from "../server/templates.ts";

/** Server of one test with a separate embedded database. The test can kill and restart the server. */
export interface OwnServer {
  origin: string;
  start: () => Promise<void>;
  /** Kills the process with SIGKILL, so that the process cannot shut down cleanly. */
  kill: () => Promise<void>;
}

const waitUntilReady = async (origin: string): Promise<void> => {
  for (const end = Date.now() + 180_000; Date.now() < end; ) {
    const answer = await fetch(`${origin}/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
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
      return waitUntilReady(origin);
    },
    kill: () =>
      new Promise((resolve) => {
        if (!child || child.exitCode !== null) return resolve();
        child.once("exit", () => resolve());
        child.kill("SIGKILL");
      }),
  };
};
