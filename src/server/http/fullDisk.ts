import type { FastifyRequest } from "fastify";

/**
 * Time for which the disk counts as full after a refused write, and minimum interval between two log lines,
 * milliseconds.
 */
const FULL_MS = 60_000;

/** Writes that were refused because the disk of the database is full. */
export interface FullDisk {
  /** Records a refused write. Logs at most one per minute, because the log may be on the same disk. */
  readonly record: (failure: Error, request: FastifyRequest) => void;
  /** Returns true if a write was refused in the last minute. */
  readonly isFull: () => boolean;
}

/** Creates the record for the writes of this process. */
export const watchFullDisk = (): FullDisk => {
  let refusedAt = Number.NEGATIVE_INFINITY;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    record: (failure, request) => {
      refusedAt = performance.now();
      if (refusedAt - loggedAt < FULL_MS) return;
      loggedAt = refusedAt;
      request.log.error({ err: failure }, "the disk of the database is full");
    },
    isFull: () => performance.now() - refusedAt < FULL_MS,
  };
};
