import { classNames } from "../../ui/classNames.ts";
import { Link } from "../../ui/Link.tsx";

/** Figure of a dashboard card, with a link to the list of the counted records. */
export interface FigureRow {
  readonly title: string;
  readonly href: string;
  readonly value: string;
  /** True if the value needs attention. */
  readonly isBad?: boolean;
}

/** Table of figures, each with a link to its list. Only screen readers see the caption. */
export const FigureTable = ({ caption, rows }: { caption: string; rows: readonly FigureRow[] }) => (
  <table className="w-full text-sm">
    <caption className="sr-only">{caption}</caption>
    <tbody>
      {rows.map(({ title, href, value, isBad }) => (
        <tr key={title} className="align-baseline">
          <th scope="row" className="py-1 text-left font-normal">
            <Link href={href} className="text-accent hover:underline">
              {title}
            </Link>
          </th>
          <td className={classNames("py-1 text-right font-semibold whitespace-nowrap", isBad && "text-negative")}>
            {value}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
