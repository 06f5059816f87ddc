import { type CompanyLink, companyLinkGroups } from "./companyLinks.ts";

const links: readonly CompanyLink[] = [
  ...companyLinkGroups.flatMap((group) => group.links),
  // The sidebar and other screens lead to these.
  { title: "Складские операции", path: "StockOperation", needs: "stock.view" },
  { title: "Звонки", path: "Call", needs: "call.view" },
  { title: "Сводка продаж", path: "DashBoard/Realization", needs: "order.view" },
  { title: "Календарь заказов", path: "DashBoard/OrderCalendar", needs: "order.view" },
];

/** The link that a route of a company lies behind, the nearest where there are several: what it is called, and what it wants. */
export const linkForRoute = (route: string): CompanyLink | undefined =>
  links.findLast(({ path }) => `${route}/`.startsWith(`/Company/:companyId/${path}/`));
