import { useLocation } from "wouter";
import { Link } from "../../ui/Link.tsx";

/** The way between the pages of one account. */
export const AccountLinks = ({ userId }: { userId: number }) => {
  const [path] = useLocation();
  const links = [
    { title: "Профиль", href: `/Account/${userId}` },
    { title: "Сессии", href: `/Account/${userId}/Session` },
    { title: "Уведомления", href: `/Account/${userId}/Notification` },
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
