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

const cpuOf = (stat) => (Number(stat[11]) + Number(stat[12])) * TICK_MS;

/** Returns the CPU time (user and system) that a process has used, ms. */
const readCpuMs = (pid) => cpuOf(statOf(pid));

/** Returns the CPU time that a process and its running and ended children have used, ms. */
const readFamilyCpuMs = (pid) => {
  const own = statOf(pid);
  const endedMs = (Number(own[13]) + Number(own[14])) * TICK_MS;
  const readChild = (entry) => {
    try {
      const stat = statOf(entry);
      return Number(stat[1]) === pid ? cpuOf(stat) : 0;
    } catch {
      // The process has ended since its folder was listed.
      return 0;
    }
  };
  const processes = readdirSync("/proc").filter((entry) => /^\d+$/.test(entry));
  return processes.reduce((sum, entry) => sum + readChild(entry), cpuOf(own) + endedMs);
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
