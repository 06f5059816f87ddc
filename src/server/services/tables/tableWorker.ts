// Entry point of the worker thread that parses one table. The build puts this module into a separate file.
import { parentPort, workerData } from "node:worker_threads";
import { Invalid, TooLarge } from "../shared/domainErrors.ts";
import { parseTable } from "./parseTable.ts";
import type { TableReply } from "./tableReply.ts";

const parseReply = async (bytes: Uint8Array): Promise<TableReply> => {
  try {
    return { kind: "rows", rows: await parseTable(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)) };
  } catch (failure) {
    if (failure instanceof Invalid || failure instanceof TooLarge)
      return { kind: failure.kind, message: failure.message, errors: failure.errors };
    throw failure;
  }
};

parentPort?.postMessage(await parseReply(workerData));
