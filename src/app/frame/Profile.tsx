import { useServices } from "../context.ts";
import { prefer, usePreference } from "../preferences.ts";
import { Menu } from "../ui/Menu.tsx";
import type { MenuEntry } from "../ui/menuProps.ts";

const down = <span aria-hidden>▾</span>;

const adminEntries: readonly MenuEntry[] = [
  { title: "Все пользователи", href: "/Admin/Account" },
  { title: "Компании", href: "/Admin/Company" },
  { title: "Роли компаний", href: "/Admin/RoleCompany" },
  { title: "Права", href: "/Admin/Permission" },
  { title: "Сессии", href: "/Admin/Account/Session" },
  { title: "Статистика", href: "/Admin/Metric" },
  { title: "Ошибки системы", href: "/Admin/Error" },
  { title: "Очередь печати", href: "/Admin/Printer/Queue" },
  { title: "Все уведомления", href: "/Admin/Notification/all" },
];

const themes = [
  { value: "", title: "Тема как в системе" },
  { value: "light", title: "Светлая тема" },
  { value: "dark", title: "Тёмная тема" },
];

/** The profile menu and, for administrators of the system, theirs (platform, section 2). */
export const Profile = () => {
  const { user, signOut } = useServices();
  const theme = usePreference("theme");
  return (
    <>
      {user.isAdmin && <Menu trigger={<>Админ {down}</>} entries={adminEntries} />}
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
    </>
  );
};
