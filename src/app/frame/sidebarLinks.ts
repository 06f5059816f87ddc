import type { Schemas } from "#api/client.ts";
import type { MenuEntry } from "../ui/menuProps.ts";

interface SidebarLink {
  readonly icon:
    | "day"
    | "new"
    | "open"
    | "board"
    | "summary"
    | "medium"
    | "sales"
    | "calendar"
    | "customers"
    | "calls"
    | "kitchen"
    | "delivery"
    | "deliveryMy"
    | "cashShift"
    | "stock"
    | "operations"
    | "report";
  readonly title: string;
  readonly href: string;
  readonly keys?: string;
  /** Permission that the link requires. */
  readonly needs?: string;
}

const links: readonly (Omit<SidebarLink, "href"> & {
  /** Path relative to the company's path: empty, or with a leading slash. */ readonly path: string;
})[] = [
  { icon: "day", title: "Сегодня", path: "/Dashboard", needs: "order.view" },
  { icon: "new", title: "Новый заказ", path: "/Order/New", keys: "N", needs: "order.create" },
  { icon: "open", title: "Незакрытые заказы", path: "", needs: "order.view" },
  { icon: "board", title: "Доска", path: "/Board", needs: "order.view" },
  { icon: "summary", title: "Сводка заказов", path: "/DashBoard/Summury", needs: "order.view" },
  {
    icon: "medium",
    title: "Расширенная сводка",
    path: "/DashBoard/MediumSummury",
    needs: "order.view",
  },
  { icon: "sales", title: "Сводка продаж", path: "/DashBoard/Realization", needs: "order.view" },
  {
    icon: "calendar",
    title: "Календарь заказов",
    path: "/DashBoard/OrderCalendar",
    needs: "order.view",
  },
  { icon: "customers", title: "Клиенты", path: "/Customer", needs: "customer.view" },
  { icon: "calls", title: "Звонки", path: "/Call", needs: "call.view" },
  { icon: "kitchen", title: "Кухня", path: "/Kitchen", needs: "kitchen.cook" },
  { icon: "delivery", title: "Доставка", path: "/Delivery", needs: "delivery.manage" },
  { icon: "deliveryMy", title: "Мои доставки", path: "/Delivery/My", needs: "delivery.deliver" },
  { icon: "cashShift", title: "Касса", path: "/Finance/Shift", needs: "shift.use" },
  { icon: "stock", title: "Склад", path: "/Stock", needs: "stock.view" },
  { icon: "operations", title: "Настройки компании", path: "/Operations" },
  { icon: "report", title: "Отчёты", path: "/Report", needs: "report.view" },
];

/** Returns all sidebar links of a company in the documented order (platform, section 2). */
const companySidebarLinks = (companyId: number): readonly SidebarLink[] =>
  links.map(({ path, ...link }) => ({ ...link, href: `/Company/${companyId}${path}` }));

/** Modules whose screens do not exist on a server without module configuration. */
const undocumented: readonly string[] = ["kitchen", "delivery", "cashShift"];

/**
 * Returns the sidebar links of a company that the user may open and whose modules are on, without 'Мои доставки' for
 * dispatchers. The icon name of a link begins with the name of its module.
 */
export const permittedSidebarLinks = (
  companyId: number,
  { permissions, modulesOff }: Partial<Pick<Schemas["Company"], "permissions" | "modulesOff">> = {},
) =>
  companySidebarLinks(companyId).filter(
    ({ icon, needs }) =>
      !(modulesOff ?? undocumented).some((module) => icon.startsWith(module)) &&
      !(icon === "deliveryMy" && permissions?.["delivery.manage"]) &&
      !(permissions && needs && !permissions[needs]),
  );

/** Sidebar links that belong to no company. */
export const globalLinks = [
  { icon: "print", title: "Центр печати", href: "/PrintCenter" },
  { icon: "feedback", title: "Центр вопросов", href: "/Feedback" },
  { icon: "info", title: "О программе", href: "/Info" },
] as const;

/** Returns the links of the menu 'Сводка' in the top bar, from the open orders to the calendar. */
export const summaryEntries = (companyId: number): MenuEntry[] =>
  companySidebarLinks(companyId)
    .slice(2, 8)
    .map(({ title, href }) => ({ title, href }));

/** Name of an icon in the sidebar. */
export type SideIconName = SidebarLink["icon"] | (typeof globalLinks)[number]["icon"];
