import type pg from "pg";
import { readWork } from "#server/database/slowQueries.ts";
import { parsePartition } from "./partitions.ts";

/** Node of a plan that auto_explain has logged as JSON. */
interface PlanNode {
  readonly "Relation Name"?: string;
  readonly "Actual Loops"?: number;
  readonly Plans?: readonly PlanNode[];
}

/**
 * Table in which a request or a background task has touched several partitions, and the statement that touched an
 * additional partition.
 */
export interface PartitionFault {
  /** Operation of the request, or background task. */
  readonly operation: string;
  readonly table: string;
  readonly statement: string;
}

/**
 * Settings that make PostgreSQL send a notice with the plan of each statement, including statements of triggers and
 * foreign keys.
 */
export const EXPLAIN_SETTINGS: readonly string[] = [
  "session_preload_libraries = 'auto_explain'",
  "auto_explain.log_min_duration = 0",
  "auto_explain.log_analyze = on",
  "auto_explain.log_timing = off",
  "auto_explain.log_nested_statements = on",
  "auto_explain.log_format = json",
  "auto_explain.log_level = notice",
];

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Returns the partitions that a plan has executed. A pruned partition has no loops. */
const executedPartitions = (plan: PlanNode): { readonly table: string; readonly part: number }[] =>
  nodesOf(plan).flatMap((node) => {
    const partition = parsePartition(node["Relation Name"] ?? "");
    return partition && (node["Actual Loops"] ?? 0) > 0 ? [partition] : [];
  });

/**
 * Watches the partitions that requests and background tasks touch, and counts the statements that touch one. Calls
 * `onFault` if a statement touches a partition for the first time in its request or task, and the same statement or an
 * earlier one has touched a different partition of the table.
 */
export const watchPartitions = (onFault: (fault: PartitionFault) => void) => {
  const touched = new WeakMap<object, Map<string, Set<number>>>();
  let statements = 0;

  const record = (work: { readonly operation: string }, plan: PlanNode, statement: string): void => {
    const tables = touched.get(work) ?? new Map<string, Set<number>>();
    touched.set(work, tables);
    const found = executedPartitions(plan);
    if (found.length > 0) statements++;
    const wide = new Set<string>();
    for (const { table, part } of found) {
      const parts = tables.get(table) ?? new Set<number>();
      tables.set(table, parts);
      if (parts.size > 0 && !parts.has(part)) wide.add(table);
      parts.add(part);
    }
    for (const table of wide)
      onFault({ operation: work.operation, table, statement: statement.replace(/\s+/g, " ").trim() });
  };

  const watch = (pool: pg.Pool | undefined): void => {
    pool?.on("connect", (client) => {
      // Request or task that sent the latest query on the connection. PostgreSQL sends the notice with the plan of a
      // query before the next query starts, so each notice belongs to this request or task.
      let work: ReturnType<typeof readWork>;
      const send = client.query.bind(client) as (...given: unknown[]) => unknown;
      Object.assign(client, {
        query: (...given: unknown[]) => {
          work = readWork();
          return send(...given);
        },
      });
      client.on("notice", ({ message }) => {
        const json = message?.match(/plan:\s*(\{.*)$/s)?.[1];
        if (!json || !work) return;
        const { "Query Text": text, Plan: plan }: { "Query Text": string; Plan: PlanNode } = JSON.parse(json);
        record(work, plan, text);
      });
    });
  };

  return { watch, statementCount: () => statements };
};
