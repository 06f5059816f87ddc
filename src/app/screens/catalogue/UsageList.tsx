import { Link } from "../../ui/Link.tsx";

/**
 * Records of one kind that use the shown record, such as the dishes that contain a stock item. `listPath` is the path
 * of the list of such records.
 */
export interface Usage {
  readonly title: string;
  readonly entries: readonly { readonly id: number; readonly name: string }[];
  readonly listPath: string;
}

/** List of the records that use the shown record, grouped by kind. Hidden if there are no such records. */
export const UsageList = ({ uses }: { uses: readonly Usage[] }) => {
  const shown = uses.filter(({ entries }) => entries.length > 0);
  if (shown.length === 0) return null;
  return (
    <section className="card" aria-label="Где используется">
      <h2 className="mb-1 font-semibold">Где используется</h2>
      {shown.map(({ title, entries, listPath }) => (
        <div key={title} className="mt-1">
          <p className="mb-1 text-sm text-muted">{title}</p>
          <ul className="flex flex-wrap gap-x-3 gap-y-1">
            {entries.map(({ id, name }) => (
              <li key={id}>
                <Link href={`${listPath}/${id}/Edit`} className="text-accent underline wrap-anywhere">
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
};
