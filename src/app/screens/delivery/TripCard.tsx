import { Printer } from "lucide-react";
import { formatTime } from "#domain/format.ts";
import { type DeliveryBoard, type DeliveryTap, type DeliveryTrip, isOpenStop } from "#machines/boards/delivery.ts";
import { useServices, useTimeZone } from "../../services/context.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { CourierSelect } from "./CourierSelect.tsx";
import { stopStates, tripTitle } from "./deliveryTexts.ts";
import { OrderSummary } from "./OrderSummary.tsx";

/** Trip on the dispatchers' board with its stops. */
export const TripCard = ({
  trip,
  couriers,
  companyId,
  now,
  tap,
  onPrint,
}: {
  trip: DeliveryTrip;
  couriers: DeliveryBoard["couriers"];
  companyId: number;
  now: number;
  tap: (tap: DeliveryTap) => void;
  onPrint: () => void;
}) => {
  const services = useServices();
  const timeZone = useTimeZone(companyId);
  const at = () => new Date(services.now()).toISOString();
  const { id: tripId, courierId, state, startedAt } = trip;
  return (
    <section aria-label={tripTitle(trip)} className="grid gap-2 rounded-md border border-line p-2">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="mr-auto font-semibold">
          {tripTitle(trip)}
          {startedAt && <span className="font-normal text-muted"> с {formatTime(startedAt, timeZone)}</span>}
        </h3>
        <Button title="Напечатать маршрутный лист" aria-label="Напечатать маршрутный лист" onClick={onPrint}>
          <Printer size={16} aria-hidden />
        </Button>
        {state === "planned" && (
          <Button kind="primary" onClick={() => tap({ kind: "trip", tripId, verb: "Start", at: at() })}>
            Уехал
          </Button>
        )}
        {state === "returning" && (
          <Button kind="primary" onClick={() => tap({ kind: "trip", tripId, verb: "Return", at: at() })}>
            Вернулся
          </Button>
        )}
        {state !== "returning" && (
          <CourierSelect
            label={`Передать рейс № ${trip.number}`}
            couriers={couriers}
            courierId={courierId}
            onChoose={(to) => to !== null && tap({ kind: "move", tripId, courierId: to, seenCourierId: courierId })}
          />
        )}
      </div>
      <ol className="grid gap-2">
        {trip.stops.map((stop) => (
          <li
            key={stop.order.orderId}
            className={
              stop.order.isCancelled && isOpenStop(stop)
                ? "grid gap-1 rounded-md border border-negative bg-negative-weak p-2"
                : "grid gap-1 border-t border-line pt-2"
            }
          >
            <OrderSummary order={stop.order} companyId={companyId} now={now} />
            <div className="flex flex-wrap items-center gap-2">
              <Badge colour={stopStates[stop.state].colour}>
                {stopStates[stop.state].title}
                {stop.at && ` в ${formatTime(stop.at, timeZone)}`}
              </Badge>
              {isOpenStop(stop) && (
                <CourierSelect
                  label={`Передать заказ № ${stop.order.internalId}`}
                  couriers={couriers}
                  courierId={courierId}
                  releaseTitle="Снять с курьера"
                  onChoose={(to) =>
                    tap({ kind: "assign", orderId: stop.order.orderId, courierId: to, seenCourierId: courierId })
                  }
                />
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
};
