import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { notifyFailedPrints, notifyLateOrders } from "#server/services/orders/orderWatch.ts";
import { expirePrintJobs } from "#server/services/printing/settle.ts";
import { companySizes } from "../../../scripts/bench/growth/companies.mjs";
import { fillGrowth, growingTables } from "../../../scripts/bench/growth/fill.mjs";
import {
  createClient,
  createOperations,
  type GrowthOperation,
  measureEvents,
} from "../../../scripts/bench/growth/operations.mjs";
import { newPlace, type ServerPlace } from "../../support/server/serverPlace.ts";
import { startWorld, type World } from "../../support/server/testServer.ts";

const ORDERS = 10_000;
/**
 * Maximum number of rows of a growing table that one node of a plan may read, sort or aggregate. The limit is above the
 * number of open orders (12) and of orders of one day (40) in the largest company, and below the number of all orders
 * of this company (1,100).
 */
const MOST_ROWS = 300;

/** Node of a plan that auto_explain has logged as JSON. */
interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Cond"?: string;
  readonly "Actual Rows"?: number;
  readonly "Actual Loops"?: number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly PlanNode[];
}
interface LoggedPlan {
  readonly "Query Text": string;
  readonly Plan: PlanNode;
}

/** Plans of the statements that the server has sent since the list was emptied. */
const plans: LoggedPlan[] = [];
let place: ServerPlace;
let world: World;
let operations: readonly GrowthOperation[];
let client: ReturnType<typeof createClient>;

/**
 * Makes PostgreSQL send the plan of each statement as a notice, including statements of triggers and of foreign keys.
 * Discourages sequential scans, which the planner prefers for small tables. A statement that still scans a table
 * therefore has no suitable index.
 */
const explainStatements = async (databaseUrl: string): Promise<void> => {
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  const settings = [
    "session_preload_libraries = 'auto_explain'",
    "auto_explain.log_min_duration = 0",
    "auto_explain.log_analyze = on",
    "auto_explain.log_timing = off",
    "auto_explain.log_nested_statements = on",
    "auto_explain.log_format = json",
    "auto_explain.log_level = notice",
    "enable_seqscan = off",
  ];
  const { rows } = await admin.query("select current_database() as name");
  for (const setting of settings) await admin.query(`alter database ${rows[0].name} set ${setting}`);
  await admin.end();
};

const collectPlans = (pool: pg.Pool | undefined): void => {
  pool?.on("connect", (connection) =>
    connection.on("notice", ({ message }) => {
      const json = message?.match(/plan:\s*(\{.*)$/s)?.[1];
      if (json) plans.push(JSON.parse(json));
    }),
  );
};

beforeAll(async () => {
  place = await newPlace();
  const url = place.databaseUrl ?? "";
  await fillGrowth(url, companySizes(ORDERS));
  await explainStatements(url);
  world = await startWorld({ place, onDatabase: ({ pool, reportPool }) => [pool, reportPool].forEach(collectPlans) });
  const origin = await world.app.listen({ port: 0, host: "127.0.0.1" });
  client = createClient(origin, {
    Authorization: `Bearer ${await world.tokenOf("manager")}`,
    "Content-Type": "application/json",
  });
  operations = await createOperations(client);
});
afterAll(async () => {
  await world.stop();
  await place.remove();
});

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const isGrowing = (node: PlanNode) => nodesOf(node).some((one) => growingTables.includes(one["Relation Name"] ?? ""));

const rowsOf = (node: PlanNode): number =>
  ((node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0)) * (node["Actual Loops"] ?? 1);

/**
 * Returns the number of rows that a node reads. A scan of a table by bitmaps also reads the entries of each index, even
 * if it then combines them to few rows.
 */
const readRowsOf = (node: PlanNode): number =>
  Math.max(
    rowsOf(node),
    ...(node["Node Type"] === "Bitmap Heap Scan"
      ? nodesOf(node)
          .filter((one) => one["Node Type"] === "Bitmap Index Scan")
          .map(rowsOf)
      : []),
  );

/**
 * Describes the nodes of a plan that scan a growing table sequentially, or that read, sort or aggregate more than
 * `MOST_ROWS` of its rows.
 */
const faultsOf = ({ "Query Text": text, Plan: plan }: LoggedPlan): string[] =>
  nodesOf(plan)
    .filter(isGrowing)
    .filter((node) => {
      const isOwn = growingTables.includes(node["Relation Name"] ?? "");
      return (
        (isOwn && node["Node Type"] === "Seq Scan") ||
        ((isOwn || /Sort|Aggregate/.test(node["Node Type"])) && readRowsOf(node) > MOST_ROWS)
      );
    })
    .map(
      (node) =>
        `${node["Node Type"]} ${node["Relation Name"] ?? ""} ${JSON.stringify({ ...node, Plans: undefined })}: ${text}`,
    );

/** Runs a function and describes the faults in the query plans of the executed statements. */
const findFaults = async (run: () => Promise<unknown>): Promise<string[]> => {
  plans.length = 0;
  await run();
  expect(plans.length).toBeGreaterThan(0);
  return plans.flatMap(faultsOf);
};

const names = [
  "open orders",
  "summary of a day",
  "order detail",
  "order history",
  "customer search",
  "customer by phone",
  "stock list",
  "notifications",
  "calls of a day",
  "new order",
  "save of an order",
  "status: cooking",
  "payment",
  "status: delivered",
  "call",
];

describe("query plans", () => {
  test.each(names)(
    "with 10,000 orders — no statement of the operation '%s' scans a growing table or reads more than 300 of its rows",
    async (name) => {
      const operation = operations.find((one) => one.name === name);
      const [input] = (await operation?.prepare(1)) ?? [];
      expect(await findFaults(async () => operation?.run(input))).toEqual([]);
    },
  );

  test("with 10,000 orders — no statement for live events scans a growing table or reads more than 300 of its rows", async () => {
    expect(await findFaults(() => measureEvents(client, 2))).toEqual([]);
  });

  test("with 10,000 orders — no statement of the background tasks scans a growing table or reads more than 300 of its rows", async () => {
    const tasks = [notifyLateOrders, expirePrintJobs, notifyFailedPrints];
    for (const task of tasks) expect(await findFaults(() => task(world.db))).toEqual([]);
  });

  test("the check of query plans reports the scans that a missing index causes", async () => {
    const detail = operations.find(({ name }) => name === "order detail");
    const openOrders = operations.find(({ name }) => name === "open orders");
    const run = async (operation: GrowthOperation | undefined) => operation?.run((await operation.prepare(1))[0]);
    await sql`drop index order_line_by_order`.execute(world.db);
    expect((await findFaults(() => run(detail))).join()).toMatch(/(Seq|Index|Bitmap Heap) Scan order_line /);
    // The index of all orders by date remains. With this index, PostgreSQL reads the whole history of the company to
    // find the open orders.
    await sql`drop index orders_open`.execute(world.db);
    expect((await findFaults(() => run(openOrders))).join()).toMatch(/^(Index|Bitmap Heap) Scan orders /);
  });

  test("the check of query plans covers every frequent operation (`isHot`)", () => {
    expect(operations.filter(({ isHot }) => isHot).map(({ name }) => name)).toEqual(names);
  });
});
