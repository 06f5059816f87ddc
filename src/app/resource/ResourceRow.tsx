import type { MouseEvent } from "react";
import { useLocation } from "wouter";
import type { Identified } from "#machines/resource/resource.ts";
import { Button } from "../ui/Button.tsx";
import { classNames } from "../ui/classNames.ts";
import { prefetchDialog } from "../ui/Dialog.tsx";
import { Link } from "../ui/Link.tsx";
import { ActionLink } from "./ActionLink.tsx";
import type { TableParts } from "./listParts.ts";
import { type Place, RowHandle } from "./RowHandle.tsx";

const named = "max-[1000px]:sr-only";

const marks = {
  held: "opacity-50",
  before: "[&>td]:shadow-[inset_0_2px_0_var(--color-accent)]",
  after: "[&>td]:shadow-[inset_0_-2px_0_var(--color-accent)]",
};

const placement = { lead: "tight:order-1 tight:font-semibold", hidden: "tight:hidden" };

const below = "tight:order-4 tight:text-xs tight:text-muted tight:before:content-[attr(data-head)]";

/** One entry: its columns, then what can be done with it. Two lines where it is tight. */
export const ResourceRow = <Row extends Identified, Command extends string>({
  row,
  parts: { columns, open, links, commands },
  index,
  measure,
  place,
  mark,
  onCommand,
}: {
  row: Row;
  parts: TableParts<Row, Command>;
  /** Its place among the rows of the page. */
  index: number;
  /** Hears of its element, where rows out of sight are not drawn. */
  measure?: ((row: Element | null) => void) | undefined;
  /** Where it stands, where rows can be moved. */
  place?: Place | undefined;
  mark?: keyof typeof marks | undefined;
  onCommand: (command: Command) => void;
}) => {
  const [, navigate] = useLocation();
  const href = open?.(row);
  const press = (event: MouseEvent) => {
    const isOwn = event.target instanceof Element && event.target.closest("a, button, input, label, select");
    if (href && !isOwn && !event.ctrlKey && !event.metaKey && !event.shiftKey) navigate(href);
  };
  const offered = links.filter(({ isFor }) => isFor?.(row) ?? true);
  const main = columns.find(({ narrow }) => narrow === "lead") ?? columns[0];
  // The keys of a record of commands are its commands; Object.keys has forgotten it.
  const names = (Object.keys(commands) as Command[]).filter((name) => commands[name].isFor?.(row) ?? true);
  return (
    <tr
      ref={measure}
      data-row={row.id}
      data-index={index}
      className={classNames(
        "tight:flex tight:flex-wrap tight:items-center tight:border-b tight:border-line tight:p-1",
        "tight:before:order-3 tight:before:w-full",
        href && "cursor-pointer",
        mark && marks[mark],
      )}
      onClick={press}
    >
      {place && (
        <td className="w-8 !pr-0 tight:order-0 tight:h-auto tight:border-0">
          <RowHandle {...place} />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.head}
          data-head={`${column.head}: `}
          className={classNames(
            "tight:h-auto tight:border-0",
            column.align === "right" && "num",
            column.narrow ? placement[column.narrow] : below,
          )}
        >
          {href && column === main ? (
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
          {offered.map(({ label, icon, href: to, why }) => (
            <ActionLink key={label} kind="ghost" href={to(row)} why={why?.(row)} title={label}>
              {icon}
              <span className={named}>{label}</span>
            </ActionLink>
          ))}
          {names.map((name) => (
            <Button
              key={name}
              kind="ghost"
              why={commands[name].why?.(row)}
              title={commands[name].label}
              onPointerEnter={prefetchDialog}
              onFocus={prefetchDialog}
              onClick={() => onCommand(name)}
            >
              {commands[name].icon}
              <span className={named}>{commands[name].label}</span>
            </Button>
          ))}
        </td>
      )}
    </tr>
  );
};
