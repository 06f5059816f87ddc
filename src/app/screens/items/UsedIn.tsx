import { Link } from "../../ui/Link.tsx";

/** The dishes that a dish can be added to. */
export const UsedIn = ({
  items,
  listPath,
}: {
  items: readonly { readonly id: number; readonly name: string }[];
  listPath: string;
}) => {
  if (items.length === 0) return null;
  return (
    <section className="card" aria-label="Где используется">
      <h2 className="mb-1 font-semibold">Где используется</h2>
      <p className="mb-1 text-sm text-muted">Как модификатор — в позициях:</p>
      <ul className="flex flex-wrap gap-x-3 gap-y-1">
        {items.map(({ id, name }) => (
          <li key={id}>
            <Link href={`${listPath}/${id}/Edit`} className="text-accent underline wrap-anywhere">
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
};
