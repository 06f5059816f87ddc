import { useEffect, useState } from "react";
import { courierActors } from "#machines/boards/delivery.actors.ts";
import {
  applyCourierTaps,
  courierMachine,
  type DeliveryStop,
  type DeliveryTrip,
  hasCourierNews,
  isSettled,
  NEW_TRIP,
  type StopTap,
  type UndoableStop,
} from "#machines/boards/delivery.ts";
import { usePermissions, useServices } from "../../services/context.ts";
import { missingPermission } from "../../services/permissionReasons.ts";
import { BoardFrame } from "../../shared/BoardFrame.tsx";
import { useBoard } from "../../shared/useBoard.ts";
import { useNow } from "../../shared/useNow.ts";
import { useTitle } from "../../shared/useTitle.ts";
import { Button } from "../../ui/Button.tsx";
import { prefetchDialog } from "../../ui/Dialog.tsx";
import { Note } from "../../ui/Note.tsx";
import { AvailableOrders } from "./AvailableOrders.tsx";
import { DeliverDialog } from "./DeliverDialog.tsx";
import { DoorInvoiceDialog, doorOrderOf, useDoorInvoice, useReasonNotToInvoice } from "./DoorInvoiceDialog.tsx";
import { tripTitle } from "./deliveryTexts.ts";
import { FailDialog } from "./FailDialog.tsx";
import { PositionShare } from "./PositionShare.tsx";
import { StopCard } from "./StopCard.tsx";

type Answer = Partial<Pick<StopTap, "reason" | "payment">>;

/**
 * Runs the machine of the courier's screen while the component is mounted. A tap on a stop or trip is stored with the
 * server's time at that moment, because the tap may be sent much later.
 */
const useCourier = (companyId: number) => {
  const { now } = useServices();
  const [hasNews, setHasNews] = useState(false);
  const board = useBoard(courierMachine, (parts) => courierActors(parts, companyId), {
    query: { companyId },
    name: `courier:${companyId}`,
    topics: ["delivery", "kitchen", "order"],
    onRead: (before, after) => hasCourierNews(before, after) && setHasNews(true),
  });
  const at = () => new Date(now()).toISOString();
  const tapStop = (orderId: number, verb: StopTap["verb"], answer: Answer = {}, undoable?: UndoableStop) =>
    board.tap({ kind: "stop", orderId, verb, at: at(), ...answer }, undoable);
  return {
    board,
    work: board.data && applyCourierTaps(board.data, board.taps),
    hasNews,
    dismissNews: () => setHasNews(false),
    tapStop,
    tapTrip: (tripId: number, verb: "Start" | "Return") => board.tap({ kind: "trip", tripId, verb, at: at() }),
  };
};

const TripHead = ({ trip, onTap }: { trip: DeliveryTrip; onTap: (verb: "Start" | "Return") => void }) => (
  <div className="flex flex-wrap items-center gap-2">
    <h2 className="mr-auto font-semibold">{tripTitle(trip)}</h2>
    {trip.state === "planned" && (
      <Button
        kind="primary"
        className="min-h-14!"
        why={trip.id === NEW_TRIP && "Рейс появится, когда ответит сервер"}
        onClick={() => onTap("Start")}
      >
        Поехал
      </Button>
    )}
    {trip.state === "returning" && (
      <Button kind="primary" className="min-h-14!" onClick={() => onTap("Return")}>
        Вернулся
      </Button>
    )}
  </div>
);

/**
 * Screen on a courier's phone with the courier's trips and the orders that the courier can take (areas, section 8).
 * Except for the payment by QR code, the screen works without a network.
 */
export const CourierScreen = ({ companyId }: { companyId: number }) => {
  useTitle("Мои доставки");
  const now = useNow(15_000);
  const mayTakePayments = usePermissions(companyId)("payment.accept");
  const { board, work, hasNews, dismissNews, tapStop, tapTrip } = useCourier(companyId);
  const [asked, setAsked] = useState<{ question: "deliver" | "fail"; stop: DeliveryStop }>();
  const invoice = useDoorInvoice(companyId);
  const reasonNotToInvoice = useReasonNotToInvoice(invoice);
  const close = () => setAsked(undefined);
  // The dialogs of a delivery must open without a network, so their code is loaded in advance.
  useEffect(prefetchDialog, []);
  const finish = ({ order: { orderId, internalId } }: DeliveryStop, verb: "Deliver" | "Fail", answer: Answer) => {
    close();
    tapStop(orderId, verb, answer, { orderId, internalId });
  };
  return (
    <div className="mx-auto max-w-xl">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <h1 className="mr-auto">Мои доставки</h1>
        {work && (
          <Button
            className="min-h-14!"
            aria-pressed={work.isOnDuty}
            onClick={() => board.tap({ kind: "duty", isOnDuty: !work.isOnDuty })}
          >
            {work.isOnDuty ? "Закончить смену" : "Начать смену"}
          </Button>
        )}
      </div>
      {work?.trips.some(({ state }) => state === "out") && <PositionShare companyId={companyId} />}
      {hasNews && (
        <div className="mb-3">
          <Note tone="info">
            <span className="flex-1">В рейсе новое: посмотрите заказы.</span>
            <Button onClick={dismissNews}>Понятно</Button>
          </Note>
        </div>
      )}
      <BoardFrame
        board={board}
        undoText={({ internalId }) => `Заказ № ${internalId}`}
        onUndo={({ orderId }) => tapStop(orderId, "Reopen")}
      >
        {work && (
          <div className="grid gap-4">
            {work.trips.map((trip) => (
              <section key={trip.id} aria-label={tripTitle(trip)} className="grid gap-2">
                <TripHead trip={trip} onTap={(verb) => tapTrip(trip.id, verb)} />
                <ol className="grid gap-2">
                  {trip.stops.map((stop) => (
                    <StopCard
                      key={stop.order.orderId}
                      stop={stop}
                      companyId={companyId}
                      now={now}
                      isUnsent={board.taps.some(
                        ({ request }) => "orderId" in request && request.orderId === stop.order.orderId,
                      )}
                      reasonNotToInvoice={reasonNotToInvoice}
                      onDeliver={() =>
                        isSettled(stop.order) ? finish(stop, "Deliver", {}) : setAsked({ question: "deliver", stop })
                      }
                      onFail={() => setAsked({ question: "fail", stop })}
                      onQr={() => invoice.send({ type: "invoice.open", order: doorOrderOf(stop.order) })}
                      onSeen={() => tapStop(stop.order.orderId, "Seen")}
                    />
                  ))}
                </ol>
              </section>
            ))}
            {work.trips.length === 0 && (
              <p className="text-muted">Заказов у вас нет. Возьмите заказ ниже или подождите.</p>
            )}
            <AvailableOrders
              orders={work.available}
              companyId={companyId}
              now={now}
              onTake={(orderId) => tapStop(orderId, "Take")}
            />
          </div>
        )}
      </BoardFrame>
      <DoorInvoiceDialog actor={invoice} />
      {asked?.question === "deliver" && work && (
        <DeliverDialog
          order={asked.stop.order}
          methods={work.paymentMethods}
          why={mayTakePayments ? undefined : missingPermission("payment.accept")}
          onDeliver={(payment) => finish(asked.stop, "Deliver", payment ? { payment } : {})}
          onClose={close}
        />
      )}
      {asked?.question === "fail" && (
        <FailDialog
          internalId={asked.stop.order.internalId}
          onFail={(reason) => finish(asked.stop, "Fail", { reason })}
          onClose={close}
        />
      )}
    </div>
  );
};
