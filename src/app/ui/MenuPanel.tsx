import { Menu, MenuButton, MenuItem, MenuItems, Portal } from "@headlessui/react";
import { type KeyboardEvent, useRef } from "react";
import { Link } from "wouter";
import type { MenuEntry, MenuProps } from "./menuProps.ts";

const line =
  "flex w-full items-center gap-3 rounded-md px-3 py-1.5 text-left data-focus:bg-sunken aria-[current]:font-semibold aria-[current]:text-accent pointer-coarse:py-2.5";

const Entry = ({ title, detail, href, run, isCurrent, keys }: MenuEntry) => {
  const inside = (
    <>
      <span className="min-w-0 flex-1">
        {title}
        {detail && <span className="block max-w-80 truncate text-xs text-muted">{detail}</span>}
      </span>
      {keys && <kbd aria-hidden>{keys}</kbd>}
    </>
  );
  const current = isCurrent ? ("true" as const) : undefined;
  return (
    <MenuItem>
      {href === undefined ? (
        <button type="button" className={line} aria-current={current} onClick={run}>
          {inside}
        </button>
      ) : (
        <Link href={href} className={line} aria-current={current}>
          {inside}
        </Link>
      )}
    </MenuItem>
  );
};

/** The menu itself; it opens beside its button, so that it lies within the same part of the page. */
export const MenuPanel = ({ trigger, label, entries, className = "btn btn-ghost" }: MenuProps) => {
  const place = useRef<HTMLSpanElement>(null);
  return (
    <Menu>
      <MenuButton className={className} aria-label={label} title={label}>
        {trigger}
      </MenuButton>
      <span ref={place} className="contents" />
      <Portal.Group target={place}>
        <MenuItems
          modal={false}
          anchor={{ to: "bottom start", gap: 4, padding: 8 }}
          className="z-50 min-w-52 rounded-lg border border-line bg-raised p-1 text-sm shadow-float"
          // A letter looks for an entry here: it is no key of the screen.
          onKeyDown={(event: KeyboardEvent) => event.stopPropagation()}
        >
          {entries.map((entry) => (
            <Entry key={entry.id ?? entry.title} {...entry} />
          ))}
        </MenuItems>
      </Portal.Group>
    </Menu>
  );
};
