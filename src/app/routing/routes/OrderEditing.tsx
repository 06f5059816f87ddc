import { OrderEditor } from "../../screens/orders/editor/OrderEditor.tsx";
import { OrderLanes } from "../../screens/orders/lanes/OrderLanes.tsx";
import { PermittedScreen } from "../../shared/Permitted.tsx";
import type { RouteParams } from "../route.ts";

/**
 * Screen with the order editor, for a new order or for the order in the path. It requires the permission to create or
 * to edit orders.
 */
export const OrderEditing = ({ params }: { params: RouteParams }) => {
  const companyId = Number(params["companyId"]);
  const { orderId } = params;
  return orderId === undefined ? (
    <PermittedScreen companyId={companyId} needs="order.create" title="Новый заказ">
      <OrderLanes key={companyId} companyId={companyId} />
    </PermittedScreen>
  ) : (
    <PermittedScreen companyId={companyId} needs="order.edit" title="Изменение заказа">
      <OrderEditor key={`${companyId} ${orderId}`} companyId={companyId} orderId={Number(orderId)} />
    </PermittedScreen>
  );
};
