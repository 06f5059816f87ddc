import { type ComponentType, lazy } from "react";
import { OrderListScreen } from "./screens/orders/list/OrderListScreen.tsx";

/** What the path says, by the name of its place. */
export type RouteParams = Readonly<Record<string, string | undefined>>;

/** A path of the product: what shows it, how its code comes, and the addresses of the data it will ask for first. */
export interface Route {
  path: string;
  Screen: ComponentType<{ params: RouteParams }>;
  load?: () => Promise<unknown>;
  ahead?: (params: RouteParams) => string[];
}

const id = (text: string | undefined): number => Number(text);

/** A screen whose code comes with its first opening. */
const later = (
  path: string,
  load: () => Promise<ComponentType<{ params: RouteParams }>>,
  ahead?: (params: RouteParams) => string[],
): Route => ({ path, Screen: lazy(async () => ({ default: await load() })), load, ...(ahead && { ahead }) });

const orderData = ({ companyId, orderId }: RouteParams) => [
  `/api/Order/Company/${companyId}/${orderId}`,
  `/api/Order/${orderId}/Company/${companyId}/Payment`,
];

const catalogueData = ({ companyId }: RouteParams) => [
  `/api/Item/Company/${companyId}`,
  `/api/Category/Company/${companyId}`,
  `/api/Discount/Company/${companyId}`,
];

const loadEditor = async () => {
  const { OrderEditor } = await import("./screens/orders/editor/OrderEditor.tsx");
  return ({ params }: { params: RouteParams }) => {
    const companyId = id(params["companyId"]);
    const orderId = params["orderId"];
    return orderId === undefined ? (
      <OrderEditor key={`new ${companyId}`} companyId={companyId} />
    ) : (
      <OrderEditor key={`${companyId} ${orderId}`} companyId={companyId} orderId={id(orderId)} />
    );
  };
};

const loadDetail = async () => {
  const { OrderDetail } = await import("./screens/orders/detail/OrderDetail.tsx");
  return ({ params }: { params: RouteParams }) => (
    <OrderDetail
      key={`${params["companyId"]} ${params["orderId"]}`}
      companyId={id(params["companyId"])}
      orderId={id(params["orderId"])}
    />
  );
};

const isId = (text: string | undefined) => /^\d{1,10}$/.test(text ?? "");

/** Whether the places of ids in a path hold numbers; a path with anything else there leads nowhere. */
export const hasIds = (params: RouteParams): boolean =>
  ["companyId", "orderId"].every((name) => params[name] === undefined || isId(params[name]));

const orderList = (view: "open" | "summary" | "medium") => {
  const Screen = ({ params }: { params: RouteParams }) => (
    <OrderListScreen key={`${view} ${params["companyId"]}`} companyId={id(params["companyId"])} view={view} />
  );
  return Screen;
};

const company = "/Company/:companyId";
const order = `${company}/Order/:orderId`;

/** Every path of the product, as the documents write it; paths match without regard to case (decisions, section 2). */
export const routes: readonly Route[] = [
  { path: company, Screen: orderList("open") },
  { path: `${company}/DashBoard/Summury`, Screen: orderList("summary") },
  { path: `${company}/DashBoard/MediumSummury`, Screen: orderList("medium") },
  later(`${company}/Order/New`, loadEditor, catalogueData),
  later(`${order}/Edit`, loadEditor, (params) => [`${orderData(params)[0]}`, ...catalogueData(params)]),
  later(order, loadDetail, orderData),
  later("/", async () => (await import("./screens/home/Home.tsx")).Home),
  later("/Info", async () => (await import("./screens/info/Info.tsx")).Info),
];

/** The page of bills, without the frame around it: it goes to a printer. */
export const printedRoutes: readonly Route[] = [
  later("/PreBill/Company/:companyId/Summury", async () => (await import("./screens/printing/Bills.tsx")).Bills),
];

const areas =
  /^(Edit|Operations|Dashboard|Category|Item|OrderStatus|Discount|PaymentMethod|PaymentMethodExternal|Tag|OperatorPhone|Call|Stock|StockOperation|StockItem|StockGroup|Supplier|RoleCompany|Payment|Employee|Printer|Shop|PackingList|TransferList|Delivery|Kitchen|ModuleConfiguration|Finance|InventoryGroup|Inventory|Report|Customer)(\/|$)/i;

const places = /^\/(Company(\/New)?$|CompanyGroup|Account|Admin|PrintCenter|Feedback)(\/|$)/i;

/** Whether the path is one that the product will have; it leads to a page which says so. */
export const isComing = (path: string): boolean =>
  places.test(path) || areas.test(/^\/Company\/\d+\/(.*)$/i.exec(path)?.[1] ?? "");
