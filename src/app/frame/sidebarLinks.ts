import type { Schemas } from "#api/client.ts";
import type { MenuEntry } from "../ui/menuProps.ts";

/**
 * Returns all sidebar links of a company in the documented order (platform, section 2). `needs` is the permission that
 * a link requires.
 */
export const companySidebarLinks = (companyId: number) =>
  [
    { icon: "day", title: "Сегодня", href: `/Company/${companyId}/Dashboard`, needs: "order.view" },
    { icon: "new", title: "Новый заказ", href: `/Company/${companyId}/Order/New`, keys: "N", needs: "order.create" },
    { icon: "open", title: "Незакрытые заказы", href: `/Company/${companyId}`, needs: "order.view" },
    { icon: "summary", title: "Сводка заказов", href: `/Company/${companyId}/DashBoard/Summury`, needs: "order.view" },
    {
      icon: "medium",
      title: "Расширенная сводка",
      href: `/Company/${companyId}/DashBoard/MediumSummury`,
      needs: "order.view",
    },
    { icon: "sales", title: "Сводка продаж", href: `/Company/${companyId}/DashBoard/Realization`, needs: "order.view" },
    {
      icon: "calendar",
      title: "Календарь заказов",
      href: `/Company/${companyId}/DashBoard/OrderCalendar`,
      needs: "order.view",
    },
    { icon: "customers", title: "Клиенты", href: `/Company/${companyId}/Customer`, needs: "customer.view" },
    { icon: "calls", title: "Звонки", href: `/Company/${companyId}/Call`, needs: "call.view" },
    { icon: "kitchen", title: "Кухня", href: `/Company/${companyId}/Kitchen`, needs: "kitchen.cook" },
    { icon: "delivery", title: "Доставка", href: `/Company/${companyId}/Delivery`, needs: "delivery.manage" },
    { icon: "courier", title: "Мои доставки", href: `/Company/${companyId}/Delivery/My`, needs: "delivery.deliver" },
    { icon: "till", title: "Касса", href: `/Company/${companyId}/Finance/Shift`, needs: "shift.use" },
    { icon: "stock", title: "Склад", href: `/Company/${companyId}/Stock`, needs: "stock.view" },
    { icon: "operations", title: "Настройки компании", href: `/Company/${companyId}/Operations` },
    { icon: "report", title: "Отчёты", href: `/Company/${companyId}/Report`, needs: "report.view" },
  ] as const;

const undocumented: readonly string[] = ["kitchen", "delivery", "courier", "till"];

/**
 * Returns the sidebar links of a company that the user may open. If the server sends no permissions, only the
 * documented links are returned.
 */
export const permittedSidebarLinks = (companyId: number, permissions: Schemas["Company"]["permissions"]) =>
  companySidebarLinks(companyId).filter((link) => {
    if (!permissions) return !undocumented.includes(link.icon);
    if (link.icon === "courier" && permissions["delivery.manage"]) return false;
    return !("needs" in link) || (permissions[link.needs] ?? 0) > 0;
  });

/** Sidebar links that belong to no company. */
export const globalLinks = [
  { icon: "print", title: "Центр печати", href: "/PrintCenter" },
  { icon: "feedback", title: "Центр вопросов", href: "/Feedback" },
  { icon: "info", title: "О программе", href: "/Info" },
] as const;

/** Returns the links of the menu 'Сводка' (summaries) in the top bar. */
export const summaryEntries = (companyId: number): MenuEntry[] =>
  companySidebarLinks(companyId)
    .filter(({ icon }) => ["open", "summary", "medium", "sales", "calendar"].includes(icon))
    .map(({ title, href }) => ({ title, href }));

/** Name of an icon in the sidebar. */
export type SideIconName =
  | ReturnType<typeof companySidebarLinks>[number]["icon"]
  | (typeof globalLinks)[number]["icon"];
