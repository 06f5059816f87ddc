import { expect, test } from "vitest";
import { createApi } from "#api/client.ts";
import { printInfoEditor } from "#machines/directory/descriptors/printInfo.ts";
import { allPrintJobsQuery, type PrintJobAction, printQueueQuery } from "#machines/directory/descriptors/printJobs.ts";
import { orderPrintingQuery } from "#machines/queries/orderPrinting.ts";
import { describedApi } from "../support/machines/describedApi.ts";

const { signal } = new AbortController();
const key = "key-of-a-test";

/** Returns the print queue of one company or of all companies, and the first job in the queue. */
const givenQueue = async (isAdmin: boolean) => {
  const { api, calls } = describedApi();
  const queue = isAdmin ? allPrintJobsQuery : printQueueQuery(1);
  const [row] = (await queue.page(api, { status: "" }, undefined, signal)).rows;
  if (!row) throw new Error("the example has no job");
  return { api, calls, queue, row };
};

const bodies: readonly [PrintJobAction, unknown][] = [
  ["retry", { command: "retry" }],
  ["again", { command: "retry", isAgain: true }],
  ["route", { command: "route", printerId: 2 }],
  ["confirm", { command: "confirm" }],
  ["deny", { command: "deny", reason: "Нет бумаги" }],
  ["cancel", { command: "cancel" }],
];

test.each([
  ["one company", false],
  ["all companies", true],
] as const)(
  "each command of the print queue of %s — sends the choice made in the dialog of the command",
  async (_, isAdmin) => {
    const { api, calls, queue, row } = await givenQueue(isAdmin);
    for (const [name, body] of bodies) {
      const choice = { printerId: 2, reason: "Нет бумаги" };
      expect(await queue.commands[name](api, row, { key, signal }, choice)).toMatchObject({ id: row.id });
      expect(calls.at(-1)).toMatchObject({ method: "POST", body, key });
    }
  },
);

test("printing a job again — keeps the row of the original job, although the response contains the copy", async () => {
  const { row } = await givenQueue(false);
  const copy = { ...row, id: row.id + 1 };
  const api = createApi({ baseUrl: "http://server", fetch: async () => Response.json(copy) });
  expect(await printQueueQuery(1).commands.again(api, row, { key, signal }, undefined)).toEqual(row);
});

test("the filter of print jobs — selects unfinished jobs, jobs of one status, or all jobs", async () => {
  const searches: string[] = [];
  const api = createApi({
    baseUrl: "http://server",
    fetch: async ({ url }) => {
      searches.push(new URL(url).search);
      return Response.json({ rows: [], next: null });
    },
  });
  for (const status of ["", "printed", "all"]) await printQueueQuery(1).page(api, { status }, "MTc", signal);
  expect(searches[0]).toMatch(/status=unconfirmed/);
  expect(searches[0]).not.toMatch(/status=(cancelled|printed)/);
  expect(searches.slice(1)).toEqual(["?status=printed&cursor=MTc", "?cursor=MTc"]);
});

test("header, footer and feedback link of printed bills — are saved with the version that was read", async () => {
  const { api, calls } = describedApi();
  const scope = { companyId: 1 };
  const choices = await printInfoEditor.loadChoices(api, scope, signal);
  expect(choices).toMatchObject({ isRequiredFeedback: true });
  const { draft, version } = await printInfoEditor.read(api, scope, 1, signal);
  expect(printInfoEditor.blank(scope, choices)).toEqual({ header: "", footer: "", feedbackUrl: "" });
  await printInfoEditor.save(api, scope, { id: 1, draft: { ...draft, footer: "" }, version, key }, signal);
  expect(calls.at(-1)).toMatchObject({
    method: "PUT",
    body: { footer: null, header: draft.header },
    version: `"${version}"`,
  });
});

test("the print jobs of an order — are polled every 3 s while one of the jobs is unfinished, otherwise every 20 s", async () => {
  const { api } = describedApi();
  const query = { companyId: 1, orderId: 17, version: 1 };
  const printing = await orderPrintingQuery.load(api, query, signal);
  expect(orderPrintingQuery.polling?.(query, printing)).toEqual({ visible: 3000 });
  const printed = { ...printing, jobs: printing.jobs.map((job) => ({ ...job, status: "printed" as const })) };
  expect(orderPrintingQuery.polling?.(query, printed)).toEqual({ visible: 20_000 });
});
