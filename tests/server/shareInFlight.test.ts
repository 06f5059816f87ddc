import { expect, test } from "vitest";
import { createShareInFlight } from "#server/http/shareInFlight.ts";

test("createShareInFlight — runs the callback once for simultaneous calls with the same key, and again for a later call", async () => {
  const share = createShareInFlight<number>();
  let runs = 0;
  const work = async () => ++runs;
  expect(await Promise.all([share("a", work), share("a", work), share("b", work)])).toEqual([1, 1, 2]);
  expect(await share("a", work)).toBe(3);
});

test("createShareInFlight — rejects all simultaneous calls after a failure, and runs the callback again for a later call", async () => {
  const share = createShareInFlight<number>();
  const fail = async (): Promise<number> => {
    throw new Error("down");
  };
  const answers = await Promise.allSettled([share("a", fail), share("a", fail)]);
  expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await share("a", async () => 1)).toBe(1);
});
