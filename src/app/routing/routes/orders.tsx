import { OrderListScreen } from "../../screens/orders/list/OrderListScreen.tsx";
import { lazyRoute, type Route, type RouteParams } from "../route.ts";

const orderData = ({ companyId, orderId }: RouteParams) => [
  `/api/Order/Company/${companyId}/${orderId}`,
  `/api/Order/${orderId}/Company/${companyId}/Payment`,
];

const catalogueData = ({ companyId }: RouteParams) => [
  `/api/Item/Company/${companyId}`,
  `/api/Category/Company/${companyId}`,
  `/api/Discount/Company/${companyId}`,
];

const id = (text: string | undefined): number => Number(text);

const loadEditor = async () => (await import("./OrderEditing.tsx")).OrderEditing;

const loadDetail = async () => {
  const { OrderDetail } = await import("../../screens/orders/detail/OrderDetail.tsx");
  return ({ params }: { params: RouteParams }) => (
    <OrderDetail
      key={`${params["companyId"]} ${params["orderId"]}`}
      companyId={id(params["companyId"])}
      orderId={id(params["orderId"])}
    />
  );
};

const orderList = (path: string, view: "open" | "summary" | "medium"): Route => ({
  path,
  Screen: ({ params }) => <OrderListScreen key={params["companyId"]} companyId={id(params["companyId"])} view={view} />,
});

const company = "/Company/:companyId";
const order = `${company}/Order/:orderId`;

/**
 * Routes of the order lists, of an order and of the order editor, without regard to case (decisions, section 2). The
 * code of the lists is in the first chunk, and other code is loaded when its screen opens.
 */
export const routes: readonly Route[] = [
  orderList(company, "open"),
  orderList(`${company}/DashBoard/Summury`, "summary"),
  orderList(`${company}/DashBoard/MediumSummury`, "medium"),
  lazyRoute(`${company}/Order/New`, loadEditor, catalogueData),
  lazyRoute(`${order}/Edit`, loadEditor, (params) => [`${orderData(params)[0]}`, ...catalogueData(params)]),
  lazyRoute(order, loadDetail, orderData),
];
