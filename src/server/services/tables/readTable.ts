import { Worker } from "node:worker_threads";
import { type DomainError, Invalid, TooLarge } from "../shared/domainErrors.ts";
import { type TableReply, tooComplexError } from "./tableReply.ts";

const MAX_BYTES = 5 * 1024 * 1024;
const TIME_LIMIT_MS = 10_000;
const HEAP_LIMIT_MB = 256;

const isSource = import.meta.url.endsWith(".ts");
const workerFile = new URL(isSource ? "./tableWorker.ts" : "./tableWorker.js", import.meta.url);
/**
 * Script that starts the worker from its TypeScript source. It registers the tsx loader first, because every thread
 * needs the loader.
 */
const sourceScript = `import("tsx/esm/api").then(({ register }) => {
  register();
  return import(${JSON.stringify(workerFile.href)});
});`;

const refusalOf = (reply: Exclude<TableReply, { kind: "rows" }>): DomainError =>
  reply.kind === "invalid" ? new Invalid(reply.message, reply.errors) : new TooLarge(reply.message);

/**
 * Parses a table in a worker thread. Terminates a thread that exceeds the time or memory limit, and throws `Invalid`.
 * Also throws the errors of `parseTable`.
 */
const parseInWorker = async (bytes: Buffer): Promise<readonly (readonly string[])[]> => {
  const copy = new Uint8Array(bytes);
  const worker = new Worker(isSource ? sourceScript : workerFile, {
    eval: isSource,
    workerData: copy,
    transferList: [copy.buffer],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MB },
    execArgv: [],
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    const reply = await new Promise<TableReply>((resolve, reject) => {
      timer = setTimeout(() => reject(tooComplexError()), TIME_LIMIT_MS);
      worker.once("message", resolve);
      worker.once("error", (failure: NodeJS.ErrnoException) =>
        reject(failure.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooComplexError() : failure),
      );
      worker.once("exit", (code) => reject(new Error(`table worker exited with code ${code}`)));
    });
    if (reply.kind !== "rows") throw refusalOf(reply);
    return reply.rows;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
};

let lastRead: Promise<unknown> = Promise.resolve();

/** Parses tables one after another. A single table may use a whole processor core and hundreds of megabytes. */
const parseInTurn = (bytes: Buffer): Promise<readonly (readonly string[])[]> => {
  const read = lastRead.then(() => parseInWorker(bytes));
  lastRead = read.catch(() => undefined);
  return read;
};

/**
 * Reads an uploaded table into text cells, including the heading. Throws `Invalid` for a missing file or a file that
 * takes too much time or memory; `TooLarge` for a file of more than 5 MB; and the errors of `parseTable`.
 */
export const readTable = async (bytes: Buffer | undefined): Promise<readonly (readonly string[])[]> => {
  if (!bytes?.length) throw new Invalid("Выберите файл с таблицей.", { file: "Файл пуст." });
  if (bytes.length > MAX_BYTES) throw new TooLarge("Файл больше 5 МБ. Разделите таблицу на части.");
  return parseInTurn(bytes);
};
