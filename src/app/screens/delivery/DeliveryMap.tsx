import { useMemo } from "react";
import { useLocation } from "wouter";
import { formatTime } from "#domain/format.ts";
import type { DeliveryBoard, DeliveryOrder } from "#machines/boards/delivery.ts";
import { deliveryZonesQuery } from "#machines/directory/descriptors/deliveryZones.ts";
import { useTimeZone } from "../../services/context.ts";
import type { MapPin } from "../../shared/map/createMap.ts";
import { MapView } from "../../shared/map/MapView.tsx";
import { useQuery } from "../../shared/useQuery.ts";

interface Shown {
  readonly order: DeliveryOrder;
  readonly courier: string | undefined;
}

const shownOrders = ({ unassigned, trips }: DeliveryBoard): Shown[] => [
  ...unassigned.map((order) => ({ order, courier: undefined })),
  ...trips.flatMap(({ courierAlias, stops }) =>
    stops
      .filter(({ state }) => state === "assigned" || state === "onTheWay")
      .map(({ order }) => ({ order, courier: courierAlias })),
  ),
];

const toneOf = ({ order, courier }: Shown, now: number): MapPin["tone"] => {
  if (Date.parse(order.due) < now) return "negative";
  return courier === undefined ? "warning" : "accent";
};

/**
 * Map of the orders to deliver, with the zones and the couriers who share their position. A click on the pin of an
 * order opens the order.
 */
export const DeliveryMap = ({ board, companyId, now }: { board: DeliveryBoard; companyId: number; now: number }) => {
  const timeZone = useTimeZone(companyId);
  const [, navigate] = useLocation();
  const zones = useQuery(deliveryZonesQuery, { companyId }).shown?.answer;
  const shown = useMemo(() => shownOrders(board), [board]);
  const pins = useMemo(
    () =>
      shown.flatMap(({ order, courier }): MapPin[] =>
        order.point
          ? [
              {
                id: order.orderId,
                point: order.point,
                text: `${order.internalId} · ${formatTime(order.due, timeZone)}`,
                title: `Заказ № ${order.internalId}, ${order.address}, ${courier ?? "без курьера"}`,
                tone: toneOf({ order, courier }, now),
              },
            ]
          : [],
      ),
    [shown, timeZone, now],
  );
  const couriers = useMemo(
    () =>
      board.couriers.flatMap(({ id, alias, position }): MapPin[] =>
        position
          ? [
              {
                id: -id,
                point: position,
                text: alias,
                title: `${alias}, ${formatTime(position.at, timeZone)}`,
                tone: "muted",
              },
            ]
          : [],
      ),
    [board, timeZone],
  );
  const allPins = useMemo(() => [...pins, ...couriers], [pins, couriers]);
  const areas = useMemo(() => (zones ?? []).filter(({ polygon }) => polygon.length > 0), [zones]);
  const missing = shown.length - pins.length;
  return (
    <div className="mb-3">
      <MapView
        label="Карта доставки"
        className="h-[min(55vh,480px)]"
        zones={areas}
        pins={allPins}
        onPick={(id) => id > 0 && navigate(`/Company/${companyId}/Order/${id}`)}
      />
      <p className="mt-1 text-sm text-muted">
        Оранжевые — без курьера, зелёные — у курьера, красные опаздывают, серые — сами курьеры.
        {missing > 0 && ` Нет на карте: ${missing} — адрес не найден.`}
      </p>
    </div>
  );
};
