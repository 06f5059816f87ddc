import { type CompanyLink, companyLinkGroups } from "./companyLinkGroups.ts";

const links: readonly CompanyLink[] = [
  ...companyLinkGroups.flatMap((group) => group.links),
  // These screens have no link among the management screens of a company.
  { title: "Складские операции", path: "StockOperation", needs: "stock.view" },
  { title: "Принято оплат сегодня", path: "Payment", needs: "payment.accept" },
  { title: "Настройки финансов", path: "Finance/Settings", needs: "finance.view" },
  { title: "Мои доставки", path: "Delivery/My", needs: "delivery.deliver" },
  { title: "Клиенты", path: "Customer", needs: "customer.view" },
  { title: "Звонки", path: "Call", needs: "call.view" },
  { title: "Сводка продаж", path: "DashBoard/Realization", needs: "order.view" },
  { title: "Календарь заказов", path: "DashBoard/OrderCalendar", needs: "order.view" },
];

/** Returns the link to a route. If there is none, returns the link to the closest parent route. */
export const linkForRoute = (route: string): CompanyLink | undefined =>
  links.findLast(({ path }) => `${route}/`.startsWith(`/Company/:companyId/${path}/`));
