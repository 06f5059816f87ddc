import type { ConfigChangeRow } from "#machines/queries/configChanges.ts";

type FieldChange = ConfigChangeRow["changes"][number];

/**
 * Value of a field before and after an update. If the values are hidden, for example because the field is a secret,
 * only the fact of the change is shown.
 */
const Difference = ({ change: { before, after, isHidden } }: { change: FieldChange }) => {
  if (isHidden) return "изменено";
  return (
    <>
      <span className="text-muted">{before ?? "—"}</span>
      <span aria-hidden> → </span>
      <span className="sr-only">, стало </span>
      {after ?? "—"}
    </>
  );
};

/**
 * Changed fields of a record, each with its value before and after. For a new or removed record, each field has only
 * one value.
 */
export const FieldChanges = ({ action, changes }: Pick<ConfigChangeRow, "action" | "changes">) =>
  changes.length > 0 && (
    <dl className="grid gap-0.5 text-sm">
      {changes.map((change) => (
        <div key={change.field} className="wrap-anywhere">
          <dt className="inline text-muted">{change.label}: </dt>
          <dd className="inline whitespace-pre-wrap">
            {action === "update" ? <Difference change={change} /> : (change.after ?? change.before)}
          </dd>
        </div>
      ))}
    </dl>
  );
