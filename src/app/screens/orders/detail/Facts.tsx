import type { ReactNode } from "react";

/** List of names with their values. A dash replaces an empty value. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className="sheet grid grid-cols-[minmax(120px,220px)_minmax(0,1fr)] text-sm">
    {facts.map(([name, value]) => (
      <div key={name} className="contents [&:last-child>*]:border-b-0">
        <dt className="border-b border-line px-3 py-2 text-muted">{name}</dt>
        <dd className="border-b border-line px-3 py-2 wrap-anywhere whitespace-pre-line">
          {value || <span className="text-muted">—</span>}
        </dd>
      </div>
    ))}
  </dl>
);
