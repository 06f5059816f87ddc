import { adminLinks } from "../../frame/adminLinks.ts";
import { useTitle } from "../../shared/useTitle.ts";
import { Link } from "../../ui/Link.tsx";
import { AdminOnly } from "./AdminOnly.tsx";

const Board = () => {
  useTitle("Администрирование");
  return (
    <>
      <h1 className="mb-3">Администрирование</h1>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {adminLinks.map(({ title, href, about }) => (
          <li key={href}>
            <Link href={href} className="card block h-full hover:bg-hover">
              <span className="block font-semibold text-accent">{title}</span>
              <span className="text-sm text-muted">{about}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
};

/** Board with links to the administration screens. */
export const AdminBoard = () => (
  <AdminOnly>
    <Board />
  </AdminOnly>
);
