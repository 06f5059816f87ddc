import { useSelector } from "@xstate/react";
import { ArrowLeft, ChevronDown, Menu as MenuIcon, Search } from "lucide-react";
import { useServices } from "../context.ts";
import { prefer, usePreference } from "../preferences.ts";
import { Link } from "../ui/Link.tsx";
import { Menu } from "../ui/Menu.tsx";
import { adminEntries, summaryEntries } from "./links.ts";
import { Notifications } from "./Notifications.tsx";

const down = <ChevronDown size={14} aria-hidden />;

const CompanySelector = ({ companyId }: { companyId: number }) => {
  const companies = useSelector(useServices().shell, ({ context }) => context.companies);
  const name = companies.find(({ id }) => id === companyId)?.name ?? "";
  if (companies.length < 2) return <span className="truncate px-2 font-semibold">{name}</span>;
  return (
    <Menu
      className="btn btn-plain min-w-0"
      trigger={
        <>
          <span className="max-w-44 truncate">{name || "Компания"}</span> {down}
        </>
      }
      entries={companies.map((company) => ({
        title: company.name,
        href: `/Company/${company.id}`,
        isCurrent: company.id === companyId,
      }))}
    />
  );
};

const themes = [
  { value: "", title: "Как в системе" },
  { value: "light", title: "Светлая тема" },
  { value: "dark", title: "Тёмная тема" },
];

const Profile = () => {
  const { user, signOut } = useServices();
  const theme = usePreference("theme");
  return (
    <Menu
      trigger={
        <>
          <span className="max-w-36 truncate max-[1100px]:hidden">{user.name || "Профиль"}</span>
          <span className="min-[1101px]:hidden">Профиль</span> {down}
        </>
      }
      entries={[
        { title: "Мой профиль", href: `/Account/${user.id}` },
        { title: "Сессии", href: `/Account/${user.id}/Session` },
        { title: "Уведомления", href: `/Account/${user.id}/Notification` },
        { title: "Все компании", href: "/Company" },
        { title: "Группы компаний", href: "/CompanyGroup" },
        ...themes.map(({ value, title }) => ({
          title,
          isCurrent: theme === value,
          run: () => prefer("theme", value),
        })),
        { title: "Выйти", run: signOut },
      ]}
    />
  );
};

/** The bar on every screen (platform, section 2). */
export const TopBar = ({
  companyId,
  onToggle,
  onSearch,
  isAfter,
}: {
  companyId: number;
  onToggle: () => void;
  onSearch: () => void;
  /** Whether the first rows have had their time. */
  isAfter: boolean;
}) => {
  const { user } = useServices();
  return (
    <header className="sticky top-0 z-20 flex h-12 items-center gap-1.5 border-b border-line bg-raised px-3">
      <button type="button" className="btn btn-ghost" aria-label="Меню" title="Меню (M)" onClick={onToggle}>
        <MenuIcon size={16} aria-hidden />
      </button>
      <Link href="/" title="Моя доска" className="mr-1 font-bold text-accent">
        Заказы
      </Link>
      <button type="button" className="btn btn-ghost max-[700px]:hidden" title="Назад" onClick={() => history.back()}>
        <ArrowLeft size={16} aria-hidden /> <span className="max-[1000px]:sr-only">Назад</span>
      </button>
      <CompanySelector companyId={companyId} />
      {companyId > 0 && (
        <span className="max-[1000px]:hidden">
          <Menu trigger={<>Сводка {down}</>} entries={summaryEntries(companyId)} />
        </span>
      )}
      <span className="flex-1" />
      <button
        type="button"
        className="flex h-8 w-72 shrink items-center gap-2 rounded-md bg-sunken px-2.5 text-left text-sm text-muted max-[1250px]:w-10 max-[700px]:hidden"
        title="Найти заказ, экран, команду (Ctrl+K)"
        onClick={onSearch}
      >
        <Search size={16} aria-hidden className="shrink-0" />
        <span className="flex-1 truncate max-[1250px]:sr-only">Найти заказ, экран, команду</span>
        <kbd aria-hidden className="max-[1250px]:hidden">
          Ctrl K
        </kbd>
      </button>
      {companyId > 0 && (
        <Link href={`/Company/${companyId}/Order/New`} className="btn btn-primary" title="Новый заказ (N)">
          Новый заказ <kbd aria-hidden>N</kbd>
        </Link>
      )}
      <Notifications isWanted={isAfter} />
      {user.isAdmin && <Menu trigger={<>Админ {down}</>} entries={adminEntries} />}
      <Profile />
    </header>
  );
};
