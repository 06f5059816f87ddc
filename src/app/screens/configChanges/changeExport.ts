import { formatDateTime } from "#domain/format.ts";
import type { ConfigChangeRow } from "#machines/queries/configChanges.ts";
import type { ExportColumn } from "../../directory/listParts.ts";
import { actionText, recordTitle } from "./changeTexts.ts";

const changeText = (action: ConfigChangeRow["action"], change: ConfigChangeRow["changes"][number]): string => {
  const { label, before, after, isHidden } = change;
  if (isHidden) return `${label}: изменено`;
  if (action === "update") return `${label}: ${before ?? "—"} → ${after ?? "—"}`;
  return `${label}: ${after ?? before ?? "—"}`;
};

/** Returns the columns of the exported audit log. The changed fields of a record are lines of one cell. */
export const changeExportColumns = (timeZone: string): readonly ExportColumn<ConfigChangeRow>[] => [
  { head: "Когда", value: ({ date }) => formatDateTime(date, timeZone) },
  { head: "Кто", value: ({ user }) => user.name },
  { head: "Запись", value: recordTitle },
  { head: "Действие", value: actionText },
  { head: "Изменения", value: ({ action, changes }) => changes.map((change) => changeText(action, change)).join("\n") },
];
