import { expect, test } from "vitest";
import { createApi, NoAnswer } from "#api/client.ts";
import { printInfoEditor } from "#machines/directory/descriptors/printInfo.ts";
import { allPrintJobs, type PrintJobAction, printQueue } from "#machines/directory/descriptors/printJobs.ts";
import { orderPrinting } from "#machines/orders/detail/orderPrinting.ts";
import { describedApi } from "../support/machines/describedApi.ts";

const { signal } = new AbortController();
const parts = { choice: () => ({ printerId: 2, reason: "Нет бумаги" }), newKey: () => "key-of-a-test" };

/** The queue of a company, or of all; with the first of its jobs. */
const given = async (isAdmin: boolean) => {
  const { api, calls } = describedApi();
  const fed = isAdmin ? allPrintJobs(parts) : printQueue(1, parts);
  const [row] = (await fed.page(api, { status: "" }, undefined, signal)).rows;
  if (!row) throw new Error("no job");
  return { api, calls, fed, row };
};

const bodies: Record<PrintJobAction, unknown> = {
  retry: { command: "retry" },
  again: { command: "retry", isAgain: true },
  route: { command: "route", printerId: 2 },
  confirm: { command: "confirm" },
  deny: { command: "deny", reason: "Нет бумаги" },
  cancel: { command: "cancel" },
};

test.each([false, true])("each command of a queue sends what its dialog has (all companies: %s)", async (isAdmin) => {
  const { api, calls, fed, row } = await given(isAdmin);
  for (const [name, body] of Object.entries(bodies) as [PrintJobAction, unknown][]) {
    expect(await fed.commands[name](api, row, signal)).toMatchObject({ id: row.id });
    expect(calls.at(-1)).toMatchObject({ method: "POST", body, key: "key-of-a-test" });
  }
});

test("a copy that nobody answered for is asked for again under its key, the next one under another", async () => {
  const keys: (string | null)[] = [];
  const api = createApi({
    baseUrl: "http://server",
    fetch: async ({ headers }) => {
      keys.push(headers.get("Idempotency-Key"));
      if (keys.length === 1) throw new NoAnswer();
      return Response.json(row);
    },
  });
  const { row } = await given(false);
  let made = 0;
  const newKey = () => {
    made += 1;
    return `key-of-a-test-${made}`;
  };
  const { commands } = printQueue(1, { ...parts, newKey });
  await expect(commands.again(api, row, signal)).rejects.toThrow(NoAnswer);
  await commands.cancel(api, row, signal);
  await commands.again(api, row, signal);
  await commands.again(api, row, signal);
  expect(keys.map((key) => key?.at(-1))).toEqual(["1", "2", "1", "3"]);
});

test("a queue shows what is not over, one state, or all", async () => {
  const asked: string[] = [];
  const api = createApi({
    baseUrl: "http://server",
    fetch: async ({ url }) => {
      asked.push(new URL(url).search);
      return Response.json({ rows: [], next: null });
    },
  });
  for (const status of ["", "printed", "all"]) await printQueue(1, parts).page(api, { status }, "MTc", signal);
  expect(asked[0]).toMatch(/status=unconfirmed/);
  expect(asked[0]).not.toMatch(/status=cancelled/);
  expect(asked.slice(1)).toEqual(["?status=printed&cursor=MTc", "?cursor=MTc"]);
});

test("what stands on the bills is read, saved with its version, and described", async () => {
  const { api, calls } = describedApi();
  const place = { companyId: 1 };
  const known = await printInfoEditor.loadChoices(api, place, signal);
  expect(known).toMatchObject({ isRequiredFeedback: true });
  const { draft, version } = await printInfoEditor.read(api, place, 1, signal);
  expect(printInfoEditor.blank(place, known)).toEqual({ header: "", footer: "", feedbackUrl: "" });
  await printInfoEditor.save(
    api,
    place,
    { id: 1, draft: { ...draft, footer: "" }, version, key: "key-of-a-test" },
    signal,
  );
  expect(calls.at(-1)).toMatchObject({
    method: "PUT",
    body: { footer: null, header: draft.header },
    version: `"${version}"`,
  });
  expect(printInfoEditor.describe?.(draft, { isRequiredFeedback: true, webSite: "" })).toHaveLength(3);
});

test("what is on its way to paper is worth asking for again soon", async () => {
  const { api } = describedApi();
  const answer = await orderPrinting.load(api, { companyId: 1, orderId: 17, version: 1, sent: 0 }, signal);
  expect(orderPrinting.refreshEvery?.(answer)).toBe(3000);
  const printed = { ...answer, jobs: answer.jobs.map((job) => ({ ...job, status: "printed" as const })) };
  expect([printed, undefined].map((one) => orderPrinting.refreshEvery?.(one))).toEqual([20_000, 20_000]);
});
