import type { Schemas } from "#api/client.ts";
import type { MenuEntry } from "../ui/menuProps.ts";

type CompanyIcon =
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
  | "myDelivery"
  | "cashShift"
  | "stock"
  | "operations"
  | "report";

/**
 * Creates a sidebar link that requires the permission `needs` and is hidden while the `module` is off. `path` is
 * relative to the company's path: empty, or with a leading slash.
 */
const link = (
  icon: CompanyIcon,
  title: string,
  path: string,
  needs?: string,
  module?: Schemas["ModuleName"],
  keys?: string,
) => ({ icon, title, path, needs, module, keys });

/** Sidebar links of a company in the documented sequence (platform, section 2). */
export const sidebarLinks: readonly ReturnType<typeof link>[] = [
  link("day", "Сегодня", "/Dashboard", "order.view"),
  link("new", "Новый заказ", "/Order/New", "order.create", undefined, "N"),
  link("open", "Незакрытые заказы", "", "order.view"),
  link("board", "Доска", "/Board", "order.view"),
  link("summary", "Сводка заказов", "/DashBoard/Summury", "order.view"),
  link("medium", "Расширенная сводка", "/DashBoard/MediumSummury", "order.view"),
  link("sales", "Сводка продаж", "/DashBoard/Realization", "order.view"),
  link("calendar", "Календарь заказов", "/DashBoard/OrderCalendar", "order.view"),
  link("customers", "Клиенты", "/Customer", "customer.view", "customers"),
  link("calls", "Звонки", "/Call", "call.view", "calls"),
  link("kitchen", "Кухня", "/Kitchen", "kitchen.cook", "kitchen"),
  link("delivery", "Доставка", "/Delivery", "delivery.manage", "delivery"),
  link("myDelivery", "Мои доставки", "/Delivery/My", "delivery.deliver", "delivery"),
  link("cashShift", "Касса", "/Finance/Shift", "shift.use", "cashShift"),
  link("stock", "Склад", "/Stock", "stock.view", "stock"),
  link("operations", "Настройки компании", "/Operations"),
  link("report", "Отчёты", "/Report", "report.view"),
];

/**
 * Modules that are treated as off if the server does not send `modulesOff`. A server without module configuration does
 * not have the screens of these modules.
 */
const undocumented: Schemas["ModuleName"][] = ["kitchen", "delivery", "cashShift"];

/** Data of a company that determine which links the user sees. Absent while the companies are loading. */
export type CompanyAccess = Partial<Pick<Schemas["Company"], "permissions" | "modulesOff">>;

/**
 * Returns the sidebar links that the user may open, except the links of modules that are off. While the permissions are
 * loading, all permissions are treated as granted. Dispatchers do not get the link 'Мои доставки'.
 */
export const permittedSidebarLinks = (
  companyId: number,
  { permissions, modulesOff = undocumented }: CompanyAccess = {},
) =>
  sidebarLinks
    .filter(
      ({ icon, needs, module }) =>
        !(module && modulesOff.includes(module)) &&
        !(icon === "myDelivery" && permissions?.["delivery.manage"]) &&
        !(needs && permissions && !permissions[needs]),
    )
    .map((link) => ({ ...link, href: `/Company/${companyId}${link.path}` }));

/**
 * Returns the path of the open orders of a company. If the user may not see orders, returns the first path that the
 * user may open, or the path of the home page if there is none.
 */
export const companyPath = (companyId: number, access?: CompanyAccess): string => {
  const links = permittedSidebarLinks(companyId, access);
  return (links.find(({ path }) => !path) ?? links[0])?.href ?? "/";
};

/** Sidebar links that belong to no company. */
const globalLinks = [
  { icon: "print", title: "Центр печати", href: "/PrintCenter" },
  { icon: "feedback", title: "Центр вопросов", href: "/Feedback" },
  { icon: "info", title: "О программе", href: "/Info" },
] as const;

/**
 * Returns the links that belong to no company. 'Центр печати' is included only if the user may print in a company, or
 * the permissions in a company are unknown.
 */
export const permittedGlobalLinks = (companies: readonly CompanyAccess[]) =>
  globalLinks.slice(companies.some(({ permissions }) => !permissions || permissions["print.use"]) ? 0 : 1);

/** Returns the links of the menu 'Сводка' in the top bar. */
export const summaryEntries = (companyId: number, access?: CompanyAccess): readonly MenuEntry[] =>
  permittedSidebarLinks(companyId, access).filter(({ icon, needs }) => needs === "order.view" && icon !== "day");

/** Name of an icon in the sidebar. */
export type SideIconName = CompanyIcon | (typeof globalLinks)[number]["icon"];
