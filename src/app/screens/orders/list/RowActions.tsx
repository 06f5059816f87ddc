import { useSelector } from "@xstate/react";
import { Suspense } from "react";
import type { ActorRefFrom } from "xstate";
import type { orderListMachine } from "#machines/orders/list/orderList.machine.ts";
import { useCommands } from "../../../keyboard/commands.ts";
import { lazyComponent } from "../../../routing/lazyComponent.ts";
import { usePermissions } from "../../../services/context.ts";
import { linkOfRow } from "./linkOfRow.ts";

const OrderStatusMenu = lazyComponent("OrderStatusMenu", () => import("../detail/OrderDetail.tsx"));

/**
 * Commands for the focused row of the order list, and the status menu of one order. `isPanelOffered` is true if there is
 * room for an order beside the list.
 */
export const RowActions = ({
  companyId,
  list,
  isPanelOffered,
  isPanelShown,
}: {
  companyId: number;
  list: ActorRefFrom<typeof orderListMachine>;
  isPanelOffered: boolean;
  isPanelShown: boolean;
}) => {
  const menuOf = useSelector(list, ({ context }) => context.menuOf);
  const hasPermission = usePermissions(companyId);
  const sendOfFocused = (type: "row.show" | "menu.show") => {
    const row = document.activeElement?.closest<HTMLElement>("tr[data-row]");
    if (row) list.send({ type, id: Number(row.dataset["row"]) });
  };
  // The order beside the list has its own command for the status.
  const isMenuOffered = !isPanelShown && hasPermission("order.changeStatus");
  useCommands([
    ...(isPanelOffered ? [{ title: "Показать заказ сбоку", keys: "o", run: () => sendOfFocused("row.show") }] : []),
    ...(isMenuOffered ? [{ title: "Сменить статус заказа", keys: "s", run: () => sendOfFocused("menu.show") }] : []),
  ]);
  if (menuOf === undefined) return null;
  const close = () => {
    list.send({ type: "menu.show", id: undefined });
    linkOfRow(menuOf)?.focus();
  };
  return (
    <Suspense>
      <OrderStatusMenu key={menuOf} companyId={companyId} orderId={menuOf} onClose={close} />
    </Suspense>
  );
};
