import { formatDateTime } from "#domain/format.ts";
import type { GrantRow } from "#machines/queries/overrides.ts";
import type { ExportColumn } from "../../directory/listParts.ts";
import { grantMethods } from "./grantMethods.ts";

/** Returns the columns of the exported actions that a manager has allowed. */
export const grantExportColumns = (timeZone: string): readonly ExportColumn<GrantRow>[] => [
  { head: "Действие", value: ({ summary }) => summary },
  { head: "Право", value: ({ permissions }) => permissions.join(", ") },
  { head: "Сделал", value: ({ alias }) => alias },
  { head: "Разрешил", value: ({ by, method }) => `${by}, ${grantMethods[method]}` },
  { head: "Когда", value: ({ date }) => formatDateTime(date, timeZone) },
];
