import { useActorRef, useSelector } from "@xstate/react";
import { useEffect, useMemo } from "react";
import { orderDetailTabActors, type TabKind } from "#machines/orders/orderDetailTab.actors.ts";
import { orderDetailTabMachine } from "#machines/orders/orderDetailTab.machine.ts";
import { useReconnect } from "../../../browserEvents.ts";
import { useApi } from "../../../context.ts";
import { useStanding } from "./useDetail.ts";

/** The machine of a tab that reads its data by itself, told of every new version of the order. */
export const useTab = (kind: TabKind) => {
  const api = useApi();
  const { order } = useStanding();
  const { companyId, id: orderId, version } = order;
  const machine = useMemo(
    () => orderDetailTabMachine.provide({ actors: orderDetailTabActors(api, { companyId, orderId }, kind) }),
    [api, companyId, orderId, kind],
  );
  const tab = useActorRef(machine);
  const state = useSelector(tab, (snapshot) => snapshot);
  useReconnect(tab);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is what must be read anew
  useEffect(() => tab.send({ type: "order.change" }), [tab, version]);
  return { state, retry: () => tab.send({ type: "tab.retry" }) };
};
