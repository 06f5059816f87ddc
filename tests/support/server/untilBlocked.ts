import { sql } from "kysely";
import { expect, vi } from "vitest";
import type { Db } from "#server/database/connection.ts";

/**
 * Waits until `count` other connections wait for locks of the transaction `tx`, or for locks of connections that wait
 * for `tx`.
 */
export const untilBlocked = async (tx: Db, count = 1): Promise<void> => {
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ count: number }>`with recursive blocked as (
          select pid from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))
          union select l.pid from pg_locks l join blocked b on b.pid = any(pg_blocking_pids(l.pid)) where not l.granted
        ) select count(*)::int as count from blocked`.execute(tx);
      expect(rows).toEqual([{ count }]);
    },
    { timeout: 30_000, interval: 20 },
  );
};
