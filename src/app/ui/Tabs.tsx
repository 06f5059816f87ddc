import type { KeyboardEvent } from "react";

/**
 * List of tabs with a roving tabindex. The caller must render the panel with `role="tabpanel"` and
 * `aria-labelledby={tabId(name)}`.
 */
export const Tabs = <Name extends string>({
  label,
  tabs,
  chosen,
  onChoose,
}: {
  label: string;
  tabs: readonly { name: Name; title: string; count?: number | undefined }[];
  chosen: Name;
  onChoose: (name: Name) => void;
}) => {
  const moveToTab = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = tabs.findIndex((tab) => tab.name === chosen);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    onChoose(next.name);
    document.getElementById(tabId(next.name))?.focus();
  };
  return (
    <div role="tablist" aria-label={label} className="flex flex-wrap gap-2" onKeyDown={moveToTab}>
      {tabs.map((tab) => (
        <button
          key={tab.name}
          id={tabId(tab.name)}
          type="button"
          role="tab"
          aria-selected={tab.name === chosen}
          tabIndex={tab.name === chosen ? 0 : -1}
          className="chip"
          onClick={() => onChoose(tab.name)}
        >
          {tab.title}
          {tab.count !== undefined && <span>{tab.count}</span>}
        </button>
      ))}
    </div>
  );
};

/** Returns the element id of a tab. The tab's panel needs this id in `aria-labelledby`. */
export const tabId = (name: string): string => `tab-${name}`;
