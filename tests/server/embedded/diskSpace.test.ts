import process from "node:process";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { requireRoomToStart, watchSpace } from "#server/database/diskSpace.ts";
import { watchQueries } from "#server/database/stuckQuery.ts";
import { imitateDelay } from "../../support/waiting.ts";

const MEGABYTE = 1024 * 1024;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("free disk space below 96 MB — stops writes until more space is free", async () => {
  const lines = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  let free = 96 * MEGABYTE;
  const space = watchSpace("/data", async () => free);
  const hasRoomAt = async (bytes: number) => {
    free = bytes;
    await vi.advanceTimersByTimeAsync(4000);
    return space.hasRoom();
  };
  expect(await hasRoomAt(96 * MEGABYTE)).toBe(true);
  expect(await hasRoomAt(96 * MEGABYTE - 1)).toBe(false);
  expect(await hasRoomAt(0)).toBe(false);
  expect(await hasRoomAt(200 * MEGABYTE)).toBe(true);
  expect(lines.mock.calls.map(([line]) => line)).toEqual([
    expect.stringContaining("мало места"),
    expect.stringContaining("снова пишет"),
  ]);
  space.stop();
});

test("failed check of the free disk space — keeps the last result", async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const read = vi
    .fn(async () => 0)
    .mockResolvedValueOnce(0)
    .mockRejectedValue(new Error("no statfs"));
  const space = watchSpace("/data", read);
  await vi.advanceTimersByTimeAsync(4000);
  expect(space.hasRoom()).toBe(false);
  space.stop();
});

test.each([
  ["a new", true, 255, "свободно 255 МБ, для запуска нужно 256 МБ"],
  ["an existing", false, 47, "свободно 47 МБ, для запуска нужно 48 МБ"],
])(
  "start with %s database on a disk without enough space — fails with a message that names the free and the needed space",
  async (_, isNew, free, text) => {
    await expect(requireRoomToStart("/data", isNew, async () => free * MEGABYTE)).rejects.toThrow(text);
    await expect(requireRoomToStart("/data", isNew, async () => (free + 1) * MEGABYTE)).resolves.toBeUndefined();
  },
);

test("query without a result for 30 s — is reported once as stuck", async () => {
  const onStuck = vi.fn();
  const queries = watchQueries(onStuck);
  queries.watch(() => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(29_000);
  expect(onStuck).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(31_000);
  expect(onStuck).toHaveBeenCalledOnce();
  queries.stop();
});

test("queries answered or refused within 30 s — are not reported as stuck", async () => {
  const onStuck = vi.fn();
  const queries = watchQueries(onStuck);
  const answerAfter = (ms: number) => queries.watch(() => imitateDelay(ms));
  const answered = answerAfter(29_000).then(() => answerAfter(29_000));
  await vi.advanceTimersByTimeAsync(60_000);
  await answered;
  await expect(queries.watch(() => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onStuck).not.toHaveBeenCalled();
  queries.stop();
});
