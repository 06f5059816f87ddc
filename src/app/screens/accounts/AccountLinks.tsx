import { useLocation } from "wouter";
import { useServices } from "../../services/context.ts";
import { Link } from "../../ui/Link.tsx";

/** Links between the pages of an account. The link to notifications is shown only in the user's own account. */
export const AccountLinks = ({ userId }: { userId: number }) => {
  const { user } = useServices();
  const [path] = useLocation();
  const links = [
    { title: "Профиль", href: `/Account/${userId}` },
    { title: "Сессии", href: `/Account/${userId}/Session` },
    ...(user.id === userId ? [{ title: "Уведомления", href: `/Account/${userId}/Notification` }] : []),
  ];
  return (
    <nav aria-label="Разделы профиля" className="mb-3 flex flex-wrap gap-2">
      {links.map(({ title, href }) => (
        <Link
          key={href}
          href={href}
          className="chip aria-[current]:border-accent aria-[current]:bg-accent-weak aria-[current]:font-semibold aria-[current]:text-accent"
          aria-current={path.toLowerCase() === href.toLowerCase() ? "page" : undefined}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
};
