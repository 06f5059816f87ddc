import { Suspense, useDeferredValue, useEffect, useState } from "react";
import { lazyComponent } from "../../../routing/lazyComponent.ts";
import { failureText } from "../../../services/failureText.ts";
import { PermittedScreen } from "../../../shared/Permitted.tsx";
import { useWayBack } from "../../../shared/useLeaveGuard.ts";
import { useTitle } from "../../../shared/useTitle.ts";
import { afterPaint } from "../../../startup/afterPaint.ts";
import { Button } from "../../../ui/Button.tsx";
import { ErrorBox } from "../../../ui/ErrorBox.tsx";
import { Link } from "../../../ui/Link.tsx";
import { Tabs, tabId } from "../../../ui/Tabs.tsx";
import { Delivery } from "./Delivery.tsx";
import { DetailHeader, Due } from "./DetailHeader.tsx";
import { DetailSkeleton } from "./DetailSkeleton.tsx";
import { Dialogs } from "./Dialogs.tsx";
import { Notes } from "./Notes.tsx";
import { Positions } from "./Positions.tsx";
import { Client, SidePanel, Sums } from "./SidePanel.tsx";
import {
  DetailContext,
  hasDialog,
  useDetail,
  useDetailActor,
  useDetailMachine,
  useOrderSnapshot,
} from "./useDetail.ts";

const loadPayments = () => import("./Payments.tsx");
const Payments = lazyComponent("Payments", loadPayments);
const loadDetails = () => import("./Details.tsx");
const Details = lazyComponent("Details", loadDetails);
const loadHistory = () => import("./History.tsx");
const History = lazyComponent("History", loadHistory);
const QuickPanel = lazyComponent("QuickPanel", () => import("./QuickPanel.tsx"));
const StatusMenu = lazyComponent("StatusMenu", () => import("./StatusMenu.tsx"));
const prefetchTabs = () => {
  for (const load of [loadPayments, loadDetails, loadHistory]) load().catch(() => {});
};

const panels = { positions: Positions, delivery: Delivery, payments: Payments, details: Details, history: History };

type TabName = keyof typeof panels;

const Shown = () => {
  const { order, payments } = useOrderSnapshot();
  const [tab, setTab] = useState<TabName>("positions");
  const Panel = panels[tab];
  // The user may open a tab while the server is unreachable, so the code of all tabs is prefetched here.
  useEffect(() => afterPaint(prefetchTabs), []);
  return (
    <>
      <Notes />
      <DetailHeader />
      <div className="grid grid-cols-[minmax(0,1fr)_280px] items-start gap-4 min-[1700px]:grid-cols-[minmax(0,1fr)_600px] max-[1000px]:grid-cols-1">
        <section aria-label="Заказ" className="min-w-0">
          <div className="mb-3">
            <Tabs
              label="Разделы заказа"
              chosen={tab}
              onChoose={setTab}
              tabs={[
                { name: "positions", title: "Позиции", count: order.items.length },
                { name: "delivery", title: "Доставка" },
                { name: "payments", title: "Оплаты", count: payments.length },
                { name: "details", title: "Подробности" },
                { name: "history", title: "История" },
              ]}
            />
          </div>
          <div role="tabpanel" aria-labelledby={tabId(tab)}>
            <Suspense>
              <Panel />
            </Suspense>
          </div>
        </section>
        <SidePanel />
      </div>
      <Dialogs />
    </>
  );
};

const Screen = ({ companyId }: { companyId: number }) => {
  const detail = useDetailActor();
  const state = useDetail((snapshot) => snapshot.value.order);
  const isKnown = useDetail((snapshot) => snapshot.hasTag("known"));
  const failure = useDetail(({ context }) => context.failure);
  const number = useDetail(({ context }) => context.snapshot?.order.internalId);
  const why = state === "missing" ? "Такого заказа нет" : "Заказ не открылся";
  // The skeleton is rendered in a deferred render, so that a prefetched order appears without a flash of the skeleton.
  const isAwaited = useDeferredValue(true, false);
  // While a dialog is open or its code is loading, Esc must not leave the screen.
  useWayBack(useDetail(hasDialog) ? undefined : `/Company/${companyId}`, "К открытым заказам");
  useTitle(isKnown ? `Заказ № ${number}` : state === "loading" ? "Заказ" : why);
  if (isKnown) return <Shown />;
  if (state === "loading") return isAwaited && <DetailSkeleton />;
  return (
    <div className="mx-auto grid max-w-xl gap-3 pt-10">
      <h1>{why}</h1>
      <ErrorBox message={failureText(failure)}>
        {state === "failed" && <Button onClick={() => detail.send({ type: "order.reload" })}>Повторить</Button>}
      </ErrorBox>
      <p>
        <Link href={`/Company/${companyId}`} className="text-accent underline">
          К открытым заказам
        </Link>
      </p>
    </div>
  );
};

const Loaded = ({ companyId, orderId }: { companyId: number; orderId: number }) => (
  <DetailContext value={useDetailMachine(companyId, orderId)}>
    <Screen companyId={companyId} />
  </DetailContext>
);

/** Screen of one order (business, section 2). */
export const OrderDetail = ({ companyId, orderId }: { companyId: number; orderId: number }) => (
  <PermittedScreen companyId={companyId} needs="order.view" title="Заказ">
    <Loaded companyId={companyId} orderId={orderId} />
  </PermittedScreen>
);

/** Props of the components that show one order of the order list: the side panel and the status menu. */
interface ListedOrderProps {
  companyId: number;
  orderId: number;
  onClose: () => void;
}

/** Side panel with one order, next to the order list. `onClose` is called when the user closes the panel. */
export const OrderBeside = ({ companyId, orderId, onClose }: ListedOrderProps) => (
  <DetailContext value={useDetailMachine(companyId, orderId)}>
    <Suspense>
      <QuickPanel notes={<Notes />} due={<Due />} sums={<Sums />} customer={<Client />} onClose={onClose} />
    </Suspense>
    <Dialogs />
  </DetailContext>
);

/**
 * Status menu of one order in the order list. `onClose` is called when the menu, its dialog and the undo offer are all
 * closed.
 */
export const OrderStatusMenu = ({ companyId, orderId, onClose }: ListedOrderProps) => (
  <DetailContext value={useDetailMachine(companyId, orderId)}>
    <Suspense>
      <StatusMenu orderId={orderId} onClose={onClose} />
    </Suspense>
  </DetailContext>
);
