import { Menu, MenuButton, MenuItem, MenuItems, Portal } from "@headlessui/react";
import { type KeyboardEvent, useRef } from "react";
import { Link } from "wouter";
import { Badge } from "./Badge.tsx";
import type { MenuEntry, MenuProps } from "./menuProps.ts";

const entryClass =
  "flex w-full items-center gap-3 rounded-md px-3 py-1.5 text-left data-disabled:text-muted data-focus:bg-sunken aria-[current]:font-semibold aria-[current]:text-accent pointer-coarse:py-2.5";

const Entry = ({
  title,
  why,
  detail = why,
  href,
  run,
  colour,
  isCurrent,
  keys,
  onChoose,
}: MenuEntry & { onChoose: () => void }) => {
  const content = (
    <>
      <span className="min-w-0 flex-1">
        {colour === undefined ? title : <Badge colour={colour}>{title}</Badge>}
        {detail && (
          <span
            className="block max-w-80 overflow-hidden text-xs text-ellipsis whitespace-pre text-muted"
            title={detail}
          >
            {detail}
          </span>
        )}
      </span>
      {keys && <kbd aria-hidden>{keys}</kbd>}
    </>
  );
  const current = isCurrent ? ("true" as const) : undefined;
  return (
    <MenuItem disabled={why !== undefined}>
      {href === undefined || why !== undefined ? (
        <button
          type="button"
          className={entryClass}
          aria-current={current}
          onClick={() => {
            onChoose();
            run?.();
          }}
        >
          {content}
        </button>
      ) : (
        <Link href={href} className={entryClass} aria-current={current}>
          {content}
        </Link>
      )}
    </MenuItem>
  );
};

/** Menu and its button. The menu is rendered next to the button, so that both are in the same landmark. */
export const MenuPanel = ({ trigger, label, entries, className = "btn btn-ghost", control }: MenuProps) => {
  const anchor = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // Without this focus, the focus trap of a dialog would focus the first field when the focused menu disappears.
  const restoreFocus = () => button.current?.focus({ preventScroll: true });
  return (
    <Menu>
      <MenuButton ref={button} {...control} className={className} aria-label={label} title={label}>
        {trigger}
      </MenuButton>
      {/* The hidden span prevents an empty anchor. Headless UI removes an empty anchor from the page when the menu
          closes, and adds it to the body when the menu opens again. In a dialog, a click on such a menu would close the
          dialog. */}
      <span ref={anchor} className="contents">
        <span hidden />
      </span>
      <Portal.Group target={anchor}>
        <MenuItems
          modal={false}
          anchor={{ to: "bottom start", gap: 4, padding: 8 }}
          className="z-50 min-w-[max(13rem,var(--button-width))] rounded-lg border border-line bg-raised p-1 text-sm shadow-float"
          // A letter key selects an item of the menu. It must not run a command of the screen too.
          onKeyDown={(event: KeyboardEvent) => event.stopPropagation()}
        >
          {entries.map((entry) => (
            <Entry key={entry.id ?? entry.title} {...entry} onChoose={restoreFocus} />
          ))}
        </MenuItems>
      </Portal.Group>
    </Menu>
  );
};
