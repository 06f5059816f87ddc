import { type ChildProcess, spawn } from "node:child_process";
import { builtServer } from "../../../scripts/build.mjs";
import { copyTemplate, TEMPLATES } from "../server/templates.ts";

/** A server of a test's own, on an embedded database of its own, that can be killed and started again. */
export interface OwnServer {
  origin: string;
  start: () => Promise<void>;
  /** Ends the process without a word. */
  kill: () => Promise<void>;
}

const ready = async (origin: string): Promise<void> => {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    const answer = await fetch(`${origin}/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("The server did not become ready");
};

/** A server on a port with settings of its own; not started yet. */
export const ownServer = (port: number, env: Record<string, string> = {}): OwnServer => {
  const origin = `http://127.0.0.1:${port}`;
  let dataDir: string | undefined;
  let child: ChildProcess | undefined;
  return {
    origin,
    start: () => {
      dataDir ??= copyTemplate(process.env[TEMPLATES] ?? "", "demo");
      child = spawn(process.execPath, builtServer(), {
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: "silent", ...env },
      });
      return ready(origin);
    },
    kill: () =>
      new Promise((resolve) => {
        if (!child || child.exitCode !== null) return resolve();
        child.once("exit", () => resolve());
        child.kill("SIGKILL");
      }),
  };
};
