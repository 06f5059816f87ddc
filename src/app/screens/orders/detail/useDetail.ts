import { useActorRef, useSelector } from "@xstate/react";
import { createContext, use, useEffect, useMemo } from "react";
import type { ActorRefFrom, SnapshotFrom } from "xstate";
import type { Schemas } from "#api/client.ts";
import { formatDateTime } from "#domain/format.ts";
import { orderDetailActors } from "#machines/orders/orderDetail.actors.ts";
import { orderDetailMachine } from "#machines/orders/orderDetail.machine.ts";
import type { OrderWords } from "#machines/orders/orderDetail.ts";
import type { Standing } from "#machines/payments/moving.ts";
import { usePageShown, useReconnect } from "../../../browserEvents.ts";
import { type Services, usePermissions, useReferences, useServices, useTimeZone } from "../../../context.ts";
import { createJournal } from "../../../journal.ts";
import { newKey } from "../../../newKey.ts";
import { oncePer } from "../../../oncePer.ts";
import { useTrail } from "../../../trail/useTrail.ts";
import { toast } from "../../../ui/toast.ts";

/** The machine behind the order that is shown. */
export type DetailActor = ActorRefFrom<typeof orderDetailMachine>;

/** What the machine shows at a moment. */
export type DetailSnapshot = SnapshotFrom<typeof orderDetailMachine>;

/** Carries the machine to the parts of the screen. */
export const DetailContext = createContext<DetailActor | undefined>(undefined);

/** The machine; throws outside of the screen. */
export const useDetailActor = (): DetailActor => {
  const detail = use(DetailContext);
  if (!detail) throw new Error("No order detail above this component");
  return detail;
};

/** One thing that the machine shows; the component is drawn anew only when it changes. */
export const useDetail = <T>(select: (snapshot: DetailSnapshot) => T): T => useSelector(useDetailActor(), select);

/** Whether a dialog is open over the order, or its code on the way. */
export const hasDialog = ({ value }: DetailSnapshot): boolean =>
  ["paying", "changing", "invoicing", "informing", "acting"].includes(value.dialog);

/** The order and its payments; throws while they are not known. */
export const useStanding = (): Standing => {
  const standing = useDetail(({ context }) => context.standing);
  if (!standing) throw new Error("The order is not known yet");
  return standing;
};

const provided = oncePer(({ api, user }: Services) =>
  orderDetailMachine.provide({ actors: orderDetailActors({ api, journal: createJournal(user.id), newKey }) }),
);

/** Starts the machine of an order and lets the page, its toasts follow it. */
export const useDetailMachine = (companyId: number, orderId: number): DetailActor => {
  const services = useServices();
  const mayWatch = usePermissions(companyId)("payment.external");
  const inspect = useTrail();
  const detail = useActorRef(provided(services), { input: { companyId, orderId, mayWatch }, inspect });
  useEffect(() => {
    const told = detail.on("told", ({ text }) => toast(text));
    return () => told.unsubscribe();
  }, [detail]);
  usePageShown(detail);
  useReconnect(detail);
  return detail;
};

/** The words in which changes of an order are told. */
export const useOrderWords = (companyId: number): OrderWords => {
  const { statuses, tags } = useReferences(companyId);
  const timeZone = useTimeZone(companyId);
  return useMemo(
    () => ({ statuses, tags, discounts: [], dateTime: (instant: string) => formatDateTime(instant, timeZone) }),
    [statuses, tags, timeZone],
  );
};

/** The status of an order, once the statuses of the company are known. */
export const useStatus = ({ companyId, statusId }: Schemas["Order"]): Schemas["OrderStatus"] | undefined =>
  useReferences(companyId).statuses.find(({ id }) => id === statusId);
