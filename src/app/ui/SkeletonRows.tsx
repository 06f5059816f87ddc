import { classNames } from "./classNames.ts";

const bars = ["w-11/12", "w-8/12", "w-10/12", "w-7/12", "w-9/12", "w-6/12"];

/** Table body with skeleton rows, which is shown while the rows are loading. */
export const SkeletonRows = ({ columns }: { columns: number }) => (
  <tbody aria-hidden className="animate-pulse">
    {bars.map((width) => (
      <tr key={width}>
        <td colSpan={columns}>
          <span className={classNames("block h-3 rounded bg-sunken", width)} />
        </td>
      </tr>
    ))}
  </tbody>
);
