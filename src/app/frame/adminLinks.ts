import type { MenuEntry } from "../ui/menuProps.ts";

/** Link to an administration screen, with a description of the screen. */
interface AdminLink extends MenuEntry {
  readonly href: string;
  readonly about: string;
}

/** Administration screens in the documented sequence (platform, section 2). */
export const adminLinks: readonly AdminLink[] = [
  { title: "Все пользователи", href: "/Admin/Account", about: "Блокировка и сброс пароля" },
  { title: "Компании", href: "/Admin/Company", about: "Все компании, их люди и заказы" },
  { title: "Роли компаний", href: "/Admin/RoleCompany", about: "Системные роли и роли компаний" },
  { title: "Права", href: "/Admin/Permission", about: "Каталог прав и роли, которые их дают" },
  { title: "Сессии", href: "/Admin/Account/Session", about: "Кто и откуда работает сейчас" },
  { title: "Статистика", href: "/Admin/Metric", about: "Какие экраны открывают и в каких версиях" },
  { title: "Ошибки системы", href: "/Admin/Error", about: "Сбои у пользователей и на сервере" },
  { title: "Очередь печати", href: "/Admin/Printer/Queue", about: "Задания принтеров" },
  { title: "Журнал системы", href: "/Admin/ConfigChange", about: "Кто менял учётные записи, роли и группы" },
  { title: "Все уведомления", href: "/Admin/Notification/all", about: "Что и кому разослано" },
];
