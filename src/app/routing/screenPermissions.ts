import { type CompanyLink, companyLinkGroups } from "./companyLinkGroups.ts";

const links: readonly CompanyLink[] = [
  ...companyLinkGroups.flatMap((group) => group.links),
  // These screens are missing in `companyLinkGroups`, so their permissions are listed here.
  { title: "Складские операции", path: "StockOperation", needs: "stock.view", module: "stock" },
  { title: "Принято оплат сегодня", path: "Payment", needs: "payment.accept" },
  { title: "Настройки финансов", path: "Finance/Settings", needs: "finance.view", module: "finance" },
  { title: "Мои доставки", path: "Delivery/My", needs: "delivery.deliver", module: "delivery" },
  { title: "Клиенты", path: "Customer", needs: "customer.view", module: "customers" },
  { title: "Звонки", path: "Call", needs: "call.view", module: "calls" },
  { title: "Доска", path: "Board", needs: "order.view" },
  { title: "Виды списков заказов", path: "UserView", needs: "order.view" },
  { title: "Сводка продаж", path: "DashBoard/Realization", needs: "order.view" },
  { title: "Календарь заказов", path: "DashBoard/OrderCalendar", needs: "order.view" },
];

/** Returns the link to a route. If there is none, returns the link to the closest parent route. */
export const linkForRoute = (route: string): CompanyLink | undefined =>
  links.findLast(({ path }) => `${route}/`.startsWith(`/Company/:companyId/${path}/`));
