import { Ellipsis } from "lucide-react";
import type { CSSProperties, MouseEvent, ReactNode, Ref } from "react";
import { useLocation } from "wouter";
import { commandStateOf } from "#machines/core/commandRules.ts";
import type { Identified } from "#machines/directory/types.ts";
import { ActionLink } from "../shared/ActionLink.tsx";
import { Button } from "../ui/Button.tsx";
import { classNames } from "../ui/classNames.ts";
import { prefetchDialog } from "../ui/Dialog.tsx";
import { Link } from "../ui/Link.tsx";
import type { MenuEntry } from "../ui/menuProps.ts";
import { PopupMenu } from "../ui/PopupMenu.tsx";
import type { RowLink, TableParts } from "./listParts.ts";

/**
 * Returns the class that hides the labels of a row's actions in narrow windows, so that only the icons are visible.
 * They are hidden in windows of up to 1000 px, or of up to 1300 px if there are more than two actions.
 */
const labelClassOf = (actions: number): string => (actions > 2 ? "max-[1300px]:sr-only" : "max-[1000px]:sr-only");

/** Ref, style and drag state of a table row that can be dragged, and the drag handle of this row. */
export interface SortableAttributes {
  readonly ref?: Ref<HTMLTableRowElement>;
  readonly style?: CSSProperties;
  readonly isDragging?: boolean;
  readonly handle: ReactNode;
}

const narrowClasses = {
  lead: "tight:order-1 tight:max-w-[calc(100%-5.5rem)] tight:font-semibold",
  hidden: "tight:hidden",
};

const secondLine = "tight:order-4 tight:text-xs tight:text-muted tight:before:content-[attr(data-head)]";

/** Table row of a directory, with columns and actions. In narrow windows a row has two lines. */
export const DirectoryRow = <Row extends Identified, Command extends string>({
  row,
  parts: { columns, open, links, commands, rules },
  why: permissionText,
  index,
  measure,
  sortable,
  onCommand,
}: {
  row: Row;
  parts: TableParts<Row, Command>;
  /** Reason why the user may not change the directory. */
  why?: string | undefined;
  /** Index of the row on the current page. */
  index: number;
  /** Ref callback by which a virtual list measures the height of the row. */
  measure?: ((row: Element | null) => void) | undefined;
  sortable?: SortableAttributes | undefined;
  onCommand: (command: Command) => void;
}) => {
  const [, navigate] = useLocation();
  const href = open?.(row);
  const press = (event: MouseEvent) => {
    const isControl =
      event.target instanceof Element && event.target.closest("a, button, input, label, select, [role=menu]");
    if (href && !isControl && !event.ctrlKey && !event.metaKey && !event.shiftKey) navigate(href);
  };
  const offered = links.filter(({ isFor }) => isFor?.(row) ?? true);
  const mainColumn = columns.find(({ narrow }) => narrow === "lead") ?? columns[0];
  // `Object.keys` returns `string[]`, so the result is cast to the type of the command names.
  const names = (Object.keys(commands) as Command[]).filter(
    (name) => commands[name].isOffered !== false && commandStateOf(rules, name, row) !== "hidden",
  );
  const reasonNotToOpen = ({ isChange, why }: RowLink<Row>) => (isChange && permissionText) || why?.(row) || undefined;
  const reasonNotToRun = (name: Command) => permissionText ?? (commands[name].why?.(row) || undefined);
  const shownLinks = offered.filter(({ isRare }) => !isRare);
  const shownNames = names.filter((name) => !commands[name].isRare);
  const labelClass = labelClassOf(shownLinks.length + shownNames.length);
  const rareEntries: readonly MenuEntry[] = [
    ...offered
      .filter(({ isRare }) => isRare)
      .map((link) => ({ title: link.label, href: link.href(row), why: reasonNotToOpen(link) })),
    ...names
      .filter((name) => commands[name].isRare)
      .map((name) => ({
        title: commands[name].label,
        why: reasonNotToRun(name),
        run: () => onCommand(name),
      })),
  ];
  return (
    <tr
      ref={sortable?.ref ?? measure}
      style={sortable?.style}
      data-row={row.id}
      data-index={index}
      className={classNames(
        "tight:flex tight:flex-wrap tight:items-center tight:border-b tight:border-line tight:p-1",
        "tight:before:order-3 tight:before:w-full",
        href && "cursor-pointer",
        sortable?.isDragging && "relative z-10 bg-raised shadow-float",
      )}
      onClick={press}
    >
      {sortable && <td className="w-8 !pr-0 tight:order-0 tight:h-auto tight:border-0">{sortable.handle}</td>}
      {columns.map((column) => (
        <td
          key={column.head}
          data-head={`${column.head}: `}
          className={classNames(
            "tight:h-auto tight:border-0 [&_.badge]:wrap-break-word [&_.badge]:whitespace-normal",
            column.align === "right" && "num",
            column.narrow ? narrowClasses[column.narrow] : secondLine,
          )}
        >
          {href && column === mainColumn ? (
            <Link href={href} data-open className="block py-2">
              {column.cell(row)}
            </Link>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
      {(links.length > 0 || Object.keys(commands).length > 0) && (
        <td className="whitespace-nowrap text-right [&_[aria-disabled]]:border-transparent [&_[aria-disabled]]:bg-transparent [&_[aria-disabled]]:opacity-60 tight:order-2 tight:ml-auto tight:h-auto tight:border-0">
          {shownLinks.map((link) => (
            <ActionLink
              key={link.label}
              kind="ghost"
              href={link.href(row)}
              why={reasonNotToOpen(link)}
              title={link.label}
            >
              {link.icon}
              <span className={labelClass}>{link.label}</span>
            </ActionLink>
          ))}
          {shownNames.map((name) => (
            <Button
              key={name}
              kind="ghost"
              why={reasonNotToRun(name)}
              title={commands[name].label}
              onPointerEnter={prefetchDialog}
              onFocus={prefetchDialog}
              onClick={() => onCommand(name)}
            >
              {commands[name].icon}
              <span className={labelClass}>{commands[name].label}</span>
            </Button>
          ))}
          {rareEntries.length > 0 && (
            <PopupMenu label="Другие действия" trigger={<Ellipsis size={16} aria-hidden />} entries={rareEntries} />
          )}
        </td>
      )}
    </tr>
  );
};
