import type { RouteParams } from "../route.ts";
import { ScreenFor } from "../screens/ForPermitted.tsx";
import { OrderEditor } from "../screens/orders/editor/OrderEditor.tsx";

/** The screen of a new order and of one that is changed, for who may take orders or change them. */
export const OrderEditing = ({ params }: { params: RouteParams }) => {
  const companyId = Number(params["companyId"]);
  const { orderId } = params;
  return orderId === undefined ? (
    <ScreenFor companyId={companyId} needs="order.create" title="Новый заказ">
      <OrderEditor key={`new ${companyId}`} companyId={companyId} />
    </ScreenFor>
  ) : (
    <ScreenFor companyId={companyId} needs="order.edit" title="Изменение заказа">
      <OrderEditor key={`${companyId} ${orderId}`} companyId={companyId} orderId={Number(orderId)} />
    </ScreenFor>
  );
};
