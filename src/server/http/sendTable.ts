import type { FastifyReply } from "fastify";
import type { TableFormat } from "#domain/table.ts";
import type { WrittenTable } from "../services/tables/writeTable.ts";

/** Sends a written table as a file for download. `name` is the file name without its extension. */
export const sendTable = (
  reply: FastifyReply,
  { mime, bytes }: WrittenTable,
  { name, format }: { name: string; format: TableFormat },
): FastifyReply =>
  reply.type(mime).header("content-disposition", `attachment; filename="${name}.${format}"`).send(bytes);
