import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtServer } from "../build.mjs";

/**
 * Starts the server on a port with demo data, by default in a new embedded database; the variables in `env` are added
 * to its environment. Returns its origin and process id, the request headers of a signed-in manager, and the functions
 * `signIn`, `get` and `stop`. Throws if another server uses the port or the server does not start.
 */
export const startProduct = async (port, env = {}) => {
  const origin = `http://127.0.0.1:${port}`;
  const isReady = async () => (await fetch(`${origin}/ready`).catch(() => undefined))?.ok === true;
  if (await isReady()) throw new Error(`Another server uses port ${port}.`);
  const child = spawn(process.execPath, builtServer(), {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: mkdtempSync(join(tmpdir(), "orders-bench-")),
      DEMO: "1",
      LOG_LEVEL: "silent",
      ACCESS_TTL_S: "3600",
      ...env,
    },
  });
  for (let tries = 0; !(await isReady()); tries += 1) {
    if (child.exitCode !== null || tries === 3_000) {
      child.kill("SIGKILL");
      throw new Error(`The server of the benchmark did not start on port ${port}.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const signIn = async (userName) => {
    const answer = await fetch(`${origin}/token`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ grantType: "password", userName, password: `${userName}-demo`, tokenIn: "body" }),
    });
    const { access_token: token } = await answer.json();
    return { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  };
  const headers = await signIn("manager");
  return {
    origin,
    headers,
    signIn,
    pid: child.pid,
    get: async (path) => (await fetch(origin + path, { headers })).json(),
    stop: () => new Promise((resolve) => child.once("exit", resolve) && child.kill("SIGTERM")),
  };
};
