import { Suspense, useState } from "react";
import { counted } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { dispatchActors } from "#machines/boards/delivery.actors.ts";
import { type DeliveryBoard, type DeliveryTap, type DeliveryTrip, dispatchMachine } from "#machines/boards/delivery.ts";
import { lazyComponent } from "../../routing/lazyComponent.ts";
import { usePermissions } from "../../services/context.ts";
import { missingPermission } from "../../services/permissionReasons.ts";
import { BoardFrame } from "../../shared/BoardFrame.tsx";
import { ScreenLinks } from "../../shared/ScreenLinks.tsx";
import { useBoard } from "../../shared/useBoard.ts";
import { useNow } from "../../shared/useNow.ts";
import { useTitle } from "../../shared/useTitle.ts";
import { Button } from "../../ui/Button.tsx";
import { PrintSheet } from "../../ui/PrintSheet.tsx";
import { CourierSelect } from "./CourierSelect.tsx";
import { OrderSummary } from "./OrderSummary.tsx";
import { RouteSheet } from "./RouteSheet.tsx";
import { TripCard } from "./TripCard.tsx";

const DeliveryMap = lazyComponent("DeliveryMap", () => import("./DeliveryMap.tsx"));

interface PartProps {
  board: DeliveryBoard;
  companyId: number;
  now: number;
  tap: (tap: DeliveryTap) => void;
}

const Unassigned = ({ board: { unassigned, couriers }, companyId, now, tap }: PartProps) => (
  <section aria-label="Без курьера" className="card grid content-start gap-3">
    <h2 className="font-semibold">
      Без курьера <span className="font-normal text-muted">{unassigned.length}</span>
    </h2>
    {unassigned.length === 0 && <p className="text-sm text-muted">Все заказы с доставкой розданы.</p>}
    <ul className="grid gap-3">
      {unassigned.map((order) => (
        <li key={order.orderId} className="grid gap-1.5 border-t border-line pt-2">
          <OrderSummary order={order} companyId={companyId} now={now} />
          <CourierSelect
            label={`Отдать заказ № ${order.internalId} курьеру`}
            couriers={couriers}
            courierId={null}
            onChoose={(courierId) => tap({ kind: "assign", orderId: order.orderId, courierId, seenCourierId: null })}
          />
        </li>
      ))}
    </ul>
  </section>
);

const Lane = ({
  courier,
  board,
  companyId,
  now,
  tap,
  onPrint,
}: PartProps & { courier: DeliveryBoard["couriers"][number]; onPrint: (trip: DeliveryTrip) => void }) => {
  const trips = board.trips.filter(({ courierId }) => courierId === courier.id);
  const facts = [
    !courier.isOnDuty && "не на смене",
    courier.deliveredCount > 0 && `сегодня ${counted(courier.deliveredCount, ["заказ", "заказа", "заказов"])}`,
    courier.pendingAmount > 0 && `на руках ${formatMoney(courier.pendingAmount)}`,
  ].filter(Boolean);
  return (
    <section aria-label={courier.alias} className="card grid content-start gap-3">
      <h2 className="font-semibold wrap-anywhere">
        {courier.alias}
        {facts.length > 0 && <span className="block text-sm font-normal text-muted">{facts.join(", ")}</span>}
      </h2>
      {trips.length === 0 && <p className="text-sm text-muted">Рейсов нет.</p>}
      {trips.map((trip) => (
        <TripCard
          key={trip.id}
          trip={trip}
          couriers={board.couriers}
          companyId={companyId}
          now={now}
          tap={tap}
          onPrint={() => onPrint(trip)}
        />
      ))}
    </section>
  );
};

const NoCouriers = () => (
  <p className="card text-sm text-muted">
    Курьеров нет. Дайте сотруднику роль с правом «Доставка заказов», и он появится здесь.
  </p>
);

/** Dispatchers' board: orders without a courier, a lane for each courier, and a map on request (areas, section 8). */
export const DeliveryScreen = ({ companyId }: { companyId: number }) => {
  useTitle("Доставка");
  const now = useNow(15_000);
  const hasPermission = usePermissions(companyId);
  const [isMapShown, setMapShown] = useState(false);
  const [printed, setPrinted] = useState<DeliveryTrip>();
  const view = useBoard(dispatchMachine, (parts) => dispatchActors(parts, companyId), {
    query: { companyId },
    name: `delivery:${companyId}`,
    topics: ["delivery", "kitchen", "order"],
    onRead: () => undefined,
  });
  const { data: board, tap } = view;
  const path = `/Company/${companyId}/Delivery`;
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <h1 className="mr-auto">Доставка</h1>
        <Button aria-pressed={isMapShown} onClick={() => setMapShown(!isMapShown)}>
          {isMapShown ? "Убрать карту" : "Карта"}
        </Button>
        <ScreenLinks
          links={[
            { title: "Мои доставки", href: `${path}/My` },
            { title: "Зоны", href: `${path}/Zone` },
            {
              title: "Настройки",
              href: `${path}/Settings`,
              why: hasPermission("settings.edit") ? undefined : missingPermission("settings.edit"),
            },
          ]}
        />
      </div>
      <BoardFrame board={view} undoText={() => ""} onUndo={() => undefined}>
        {board && isMapShown && (
          <Suspense>
            <DeliveryMap board={board} companyId={companyId} now={now} />
          </Suspense>
        )}
        {board && (
          <div className="grid items-start gap-3 min-[700px]:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] min-[1100px]:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
            <Unassigned board={board} companyId={companyId} now={now} tap={tap} />
            <div className="grid items-start gap-3 min-[1100px]:grid-cols-2 min-[1700px]:grid-cols-3">
              {board.couriers.length === 0 && <NoCouriers />}
              {board.couriers.map((courier) => (
                <Lane
                  key={courier.id}
                  courier={courier}
                  board={board}
                  companyId={companyId}
                  now={now}
                  tap={tap}
                  onPrint={setPrinted}
                />
              ))}
            </div>
          </div>
        )}
      </BoardFrame>
      {printed && (
        <PrintSheet paper="a4" onDone={() => setPrinted(undefined)}>
          <RouteSheet trip={printed} companyId={companyId} now={now} />
        </PrintSheet>
      )}
    </>
  );
};
