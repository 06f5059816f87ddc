import type { MenuEntry } from "../ui/menuProps.ts";

/** Returns the sidebar links of a company in the documented order (platform, section 2). */
export const companySidebarLinks = (companyId: number) =>
  [
    { icon: "day", title: "Сегодня", href: `/Company/${companyId}/Dashboard` },
    { icon: "new", title: "Новый заказ", href: `/Company/${companyId}/Order/New`, keys: "N" },
    { icon: "open", title: "Незакрытые заказы", href: `/Company/${companyId}` },
    { icon: "summary", title: "Сводка заказов", href: `/Company/${companyId}/DashBoard/Summury` },
    { icon: "medium", title: "Расширенная сводка", href: `/Company/${companyId}/DashBoard/MediumSummury` },
    { icon: "sales", title: "Сводка продаж", href: `/Company/${companyId}/DashBoard/Realization` },
    { icon: "calendar", title: "Календарь заказов", href: `/Company/${companyId}/DashBoard/OrderCalendar` },
    { icon: "customers", title: "Клиенты", href: `/Company/${companyId}/Customer` },
    { icon: "calls", title: "Звонки", href: `/Company/${companyId}/Call` },
    { icon: "stock", title: "Склад", href: `/Company/${companyId}/Stock` },
    { icon: "operations", title: "Настройки компании", href: `/Company/${companyId}/Operations` },
    { icon: "report", title: "Отчёты", href: `/Company/${companyId}/Report` },
  ] as const;

/** Sidebar links that belong to no company. */
export const globalLinks = [
  { icon: "print", title: "Центр печати", href: "/PrintCenter" },
  { icon: "feedback", title: "Центр вопросов", href: "/Feedback" },
  { icon: "info", title: "О программе", href: "/Info" },
] as const;

/** Returns the links of the menu 'Сводка' in the top bar. */
export const summaryEntries = (companyId: number): MenuEntry[] =>
  companySidebarLinks(companyId)
    .filter(({ icon }) => ["open", "summary", "medium", "sales", "calendar"].includes(icon))
    .map(({ title, href }) => ({ title, href }));

/** Name of an icon in the sidebar. */
export type SideIconName =
  | ReturnType<typeof companySidebarLinks>[number]["icon"]
  | (typeof globalLinks)[number]["icon"];
