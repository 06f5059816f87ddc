import type { MouseEvent } from "react";
import { useLocation } from "wouter";
import type { Identified } from "#machines/resource/resource.ts";
import { Button } from "../ui/Button.tsx";
import { classNames } from "../ui/classNames.ts";
import { prefetchDialog } from "../ui/Dialog.tsx";
import { Link } from "../ui/Link.tsx";
import { ActionLink } from "./ActionLink.tsx";
import type { TableParts } from "./listParts.ts";

const named = "max-[1000px]:sr-only";

const place = { lead: "max-[700px]:order-1 max-[700px]:font-semibold", hidden: "max-[700px]:hidden" };

const below =
  "max-[700px]:order-4 max-[700px]:text-xs max-[700px]:text-muted max-[700px]:before:content-[attr(data-head)]";

/** One entry: its columns, then what can be done with it. Under 700 px two lines. */
export const ResourceRow = <Row extends Identified, Command extends string>({
  row,
  parts: { columns, open, links, commands },
  isBusy,
  onCommand,
}: {
  row: Row;
  parts: TableParts<Row, Command>;
  isBusy: boolean;
  onCommand: (command: Command) => void;
}) => {
  const [, navigate] = useLocation();
  const href = open?.(row);
  const press = (event: MouseEvent) => {
    const isOwn = event.target instanceof Element && event.target.closest("a, button, input, label, select");
    if (href && !isOwn && !event.ctrlKey && !event.metaKey && !event.shiftKey) navigate(href);
  };
  const main = columns.find(({ narrow }) => narrow === "lead") ?? columns[0];
  // The keys of a record of commands are its commands; Object.keys has forgotten it.
  const names = (Object.keys(commands) as Command[]).filter((name) => commands[name].isFor?.(row) ?? true);
  return (
    <tr
      data-row={row.id}
      aria-busy={isBusy || undefined}
      className={classNames(
        "max-[700px]:flex max-[700px]:flex-wrap max-[700px]:items-center max-[700px]:border-b max-[700px]:border-line max-[700px]:p-1",
        "max-[700px]:before:order-3 max-[700px]:before:w-full",
        href && "cursor-pointer",
        isBusy && "opacity-50",
      )}
      onClick={press}
    >
      {columns.map((column) => (
        <td
          key={column.head}
          data-head={`${column.head}: `}
          className={classNames(
            "max-[700px]:h-auto max-[700px]:border-0",
            column.align === "right" && "num",
            column.narrow ? place[column.narrow] : below,
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
        <td className="whitespace-nowrap text-right [&_[aria-disabled]]:border-transparent [&_[aria-disabled]]:bg-transparent [&_[aria-disabled]]:opacity-60 max-[700px]:order-2 max-[700px]:ml-auto max-[700px]:h-auto max-[700px]:border-0">
          {links.map(({ label, icon, href: to, why }) => (
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
