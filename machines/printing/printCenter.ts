import type { Schemas } from "#api/client.ts";
import { documents, type PrintedDocument } from "./bills.ts";

/** By itself as jobs come (kiosk printing), or each at a click, after which a person says what came out. */
export const printModes = ["auto", "click"] as const;
/** One of `printModes`. */
export type PrintMode = (typeof printModes)[number];

/** What a browser goes on duty for. */
export interface DutyPlan {
  readonly companyId: number;
  readonly printerId: number;
  readonly kinds: readonly PrintedDocument[];
  readonly mode: PrintMode;
}

/** How printing of a job ended. */
export interface Ending {
  readonly result: "printed" | "failed";
  readonly reason: string;
}

/** A job in hand, as much of it as has to outlive a reload. */
export interface Hand {
  readonly jobId: number;
  readonly attempt: number;
  readonly title: string;
}

/** What a browser keeps of its duty over reloads: printing of `hand` was begun, and ended as `ending` says when there is one. */
export interface DutyRecord {
  readonly dutyId: string;
  readonly plan: DutyPlan;
  readonly hand: Hand | null;
  readonly ending: Ending | null;
}

/** One document of a kind, as people call it. */
export const kindName: Record<PrintedDocument, string> = {
  preBill: "Предчек",
  kitchen: "На кухню",
  usedStockItems: "Позиции склада",
};

/** A job in the words of the screen: "Предчек, заказ № 17". */
export const jobTitle = ({ kind, internalId }: Pick<Schemas["PrintJob"], "kind" | "internalId">): string =>
  `${kindName[kind]}, заказ № ${internalId}`;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const isPlan = (value: unknown): value is DutyPlan =>
  isRecord(value) &&
  Number.isSafeInteger(value["companyId"]) &&
  Number.isSafeInteger(value["printerId"]) &&
  Array.isArray(value["kinds"]) &&
  value["kinds"].every((kind) => documents.some((known) => known === kind)) &&
  printModes.some((mode) => mode === value["mode"]);

const isHand = (value: unknown): value is Hand =>
  isRecord(value) &&
  Number.isSafeInteger(value["jobId"]) &&
  Number.isSafeInteger(value["attempt"]) &&
  typeof value["title"] === "string";

const isEnding = (value: unknown): value is Ending =>
  isRecord(value) &&
  (value["result"] === "printed" || value["result"] === "failed") &&
  typeof value["reason"] === "string";

/** Whether what was kept is a record of a duty, and not of another program or an older one. */
export const isDutyRecord = (value: unknown): value is DutyRecord =>
  isRecord(value) &&
  typeof value["dutyId"] === "string" &&
  isPlan(value["plan"]) &&
  (value["hand"] === null || isHand(value["hand"])) &&
  (value["ending"] === null || isEnding(value["ending"]));
