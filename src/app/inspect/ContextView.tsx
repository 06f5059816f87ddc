import { changesBetween } from "#machines/inspector/inspector.ts";

const text = (value: unknown): string => JSON.stringify(value) ?? "—";

/** Context of a machine, with the values that the current step has changed. */
export const ContextView = ({ context, before }: { context: unknown; before: unknown }) => {
  const changes = before === undefined ? [] : changesBetween(before, context);
  return (
    <section className="grid min-w-0 gap-2">
      <h3 className="font-semibold">Контекст</h3>
      {changes.length > 0 && (
        <ul aria-label="Изменилось" className="rounded-md bg-accent-weak p-2 font-mono text-xs wrap-anywhere">
          {changes.map(({ path, before: old, after }) => (
            <li key={path}>
              <b>{path}</b>: <s>{text(old)}</s> → {text(after)}
            </li>
          ))}
        </ul>
      )}
      <pre className="max-h-80 overflow-auto text-xs">
        {JSON.stringify(context, null, 2) ?? "Эта машина сейчас не работает."}
      </pre>
    </section>
  );
};
