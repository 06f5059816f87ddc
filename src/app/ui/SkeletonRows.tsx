import { classNames } from "./classNames.ts";
import { Spinner } from "./Spinner.tsx";

const bars = ["w-8/12", "w-10/12", "w-7/12", "w-9/12", "w-6/12"];

/** Table body with a spinner and skeleton rows. It is shown while the rows are loading (platform, section 2). */
export const SkeletonRows = ({ columns }: { columns: number }) => (
  <tbody className="animate-pulse">
    <tr>
      <td colSpan={columns} className="text-muted">
        <Spinner />
      </td>
    </tr>
    {bars.map((width) => (
      <tr key={width} aria-hidden>
        <td colSpan={columns}>
          <span className={classNames("block h-3 rounded bg-sunken", width)} />
        </td>
      </tr>
    ))}
  </tbody>
);
