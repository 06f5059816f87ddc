import { readdirSync, readFileSync } from "node:fs";
import pg from "pg";

/** Length of a clock tick in `/proc`, ms. Linux reports all times in ticks of 10 ms. */
const TICK_MS = 10;

/**
 * Returns the fields of `/proc/<pid>/stat` after the name of the program. The name is skipped, because it may contain
 * spaces.
 */
const statOf = (pid) => {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
};

/** Returns the CPU time (user and system) that a process has used, ms. */
const readCpuMs = (pid) => {
  const [user, system] = statOf(pid).slice(11, 13).map(Number);
  return (user + system) * TICK_MS;
};

/** Returns the CPU time that a process and its running and ended children have used, ms. */
const readFamilyCpuMs = (pid) => {
  const [ended, endedSystem] = statOf(pid).slice(13, 15).map(Number);
  const isChild = (entry) => {
    try {
      return Number(statOf(entry)[1]) === pid;
    } catch {
      return false;
    }
  };
  const children = readdirSync("/proc").filter((entry) => /^\d+$/.test(entry) && isChild(entry));
  return [pid, ...children].reduce((sum, one) => sum + readCpuMs(one), (ended + endedSystem) * TICK_MS);
};

/**
 * Returns a function that reads the CPU time of a server process and of its PostgreSQL, ms. The function works on Linux
 * only, and PostgreSQL must run on this computer.
 */
export const watchCpu = async (serverPid, databaseUrl) => {
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  const { rows } = await db.query("select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid");
  await db.end();
  return () => ({ process: readCpuMs(serverPid), database: readFamilyCpuMs(rows[0].pid) });
};
