import type { Schemas } from "#api/client.ts";
import { isPermitted } from "#machines/session/permissions.ts";

interface CardLink {
  readonly title: string;
  /** Path after `/Company/{id}`. */
  readonly path: string;
  readonly needs: string;
  readonly module?: Schemas["ModuleName"];
}

const links: readonly CardLink[] = [
  { title: "Открытые заказы", path: "", needs: "order.view" },
  { title: "Состояние", path: "/Dashboard", needs: "order.view" },
  { title: "Принято оплат сегодня", path: "/Payment", needs: "payment.accept" },
];

const staffLinks: readonly CardLink[] = [
  { title: "Кухня", path: "/Kitchen", needs: "kitchen.cook", module: "kitchen" },
  { title: "Стоп-лист", path: "/Kitchen/Stop", needs: "kitchen.cook", module: "stopList" },
  { title: "Мои доставки", path: "/Delivery/My", needs: "delivery.deliver", module: "delivery" },
  { title: "Накладные", path: "/PackingList", needs: "stock.edit", module: "suppliers" },
  { title: "Списания и приготовления", path: "/StockAct", needs: "stock.edit", module: "stock" },
  { title: "Склад", path: "/Stock", needs: "stock.edit", module: "stock" },
  { title: "Что заказать", path: "/Stock/ToOrder", needs: "stock.edit", module: "stock" },
];

/**
 * Returns the links to the user's work in a company, the main link first (platform, section 2). If the user may not see
 * orders, the links lead to the kitchen, the delivery and the stock.
 */
export const companyLinks = ({ permissions, modulesOff }: Schemas["Company"]): readonly CardLink[] =>
  (isPermitted(permissions, "order.view") ? links : staffLinks).filter(
    ({ needs, module }) => isPermitted(permissions, needs) && !(module && modulesOff?.includes(module)),
  );

/**
 * Returns the path of the user's main work in a company. If the user has no main work, returns the path of the
 * operations board.
 */
export const workPath = (company: Schemas["Company"]): string =>
  `/Company/${company.id}${companyLinks(company)[0]?.path ?? "/Operations"}`;
