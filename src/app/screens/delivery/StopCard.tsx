import { MapPin, Phone, QrCode } from "lucide-react";
import { formatPhone } from "#domain/phone.ts";
import { type DeliveryStop, isOpenStop, isSettled } from "#machines/boards/delivery.ts";
import { useIsOffered } from "../../services/useIsOffered.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { DueBadge } from "./DueBadge.tsx";
import { dishesText, fullAddress, moneyText, stopStates } from "./deliveryTexts.ts";

/** Returns the URL that opens a map with the route to the customer. */
const mapHref = (address: string): string => `https://yandex.ru/maps/?rtext=~${encodeURIComponent(address)}&rtt=auto`;

/**
 * Stop on the courier's screen: the order, links to call the customer and to open the route, and buttons for the QR
 * code and the outcome. For a cancelled order, one button that confirms the cancellation replaces these links and
 * buttons. A finished stop has none of them.
 */
export const StopCard = ({
  stop,
  companyId,
  now,
  isUnsent,
  reasonNotToInvoice,
  onDeliver,
  onFail,
  onQr,
  onSeen,
}: {
  stop: DeliveryStop;
  companyId: number;
  now: number;
  /** True if the server has not answered an action on this order yet. */
  isUnsent: boolean;
  /** Reason why the courier may not issue an invoice. */
  reasonNotToInvoice: string | undefined;
  onDeliver: () => void;
  onFail: () => void;
  onQr: () => void;
  onSeen: () => void;
}) => {
  const { order, state } = stop;
  const isOpen = isOpenStop(stop);
  const hasQr = useIsOffered("POST /api/DeliveryStop/{orderId}/Company/{companyId}/Invoice") && !isSettled(order);
  const { title, colour } = stopStates[state];
  return (
    <li className="card grid gap-2 p-3!">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="text-xl font-semibold">№ {order.internalId}</span>
        {isOpen ? <DueBadge due={order.due} now={now} companyId={companyId} /> : <Badge colour={colour}>{title}</Badge>}
      </p>
      <p className="font-semibold wrap-anywhere">{fullAddress(order)}</p>
      {isOpen && order.note && (
        <p className="rounded-md bg-warning-weak px-2 py-1 text-warning wrap-anywhere">{order.note}</p>
      )}
      {isOpen && (
        <p className="text-sm text-muted">
          {order.alias && `${order.alias}. `}
          {dishesText(order.items)}
        </p>
      )}
      <p className="font-semibold">{moneyText(order)}</p>
      {isOpen && order.isCancelled && (
        <div className="flex flex-wrap items-center gap-2 rounded-md border border-negative bg-negative-weak p-2">
          <strong className="flex-1 text-negative">Заказ отменили. Привезите его назад.</strong>
          <Button kind="primary" className="min-h-14! px-4" onClick={onSeen}>
            Понял
          </Button>
        </div>
      )}
      {isOpen && !order.isCancelled && (
        <>
          <div className="grid grid-cols-2 gap-2">
            {order.phone && (
              <a href={`tel:${order.phone}`} className="btn btn-plain min-h-14! justify-center">
                <Phone size={18} aria-hidden />
                <span>
                  Позвонить
                  <span className="block text-xs font-normal text-muted">{formatPhone(order.phone)}</span>
                </span>
              </a>
            )}
            <a
              href={mapHref(order.address)}
              target="_blank"
              rel="noreferrer"
              className="btn btn-plain min-h-14! justify-center"
            >
              <MapPin size={18} aria-hidden />
              Маршрут
            </a>
          </div>
          {hasQr && (
            <Button
              className="min-h-14!"
              why={reasonNotToInvoice ?? (isUnsent && "Нужна сеть: сервер ещё не записал действие")}
              onClick={onQr}
            >
              <QrCode size={18} aria-hidden />
              QR для оплаты
            </Button>
          )}
          <div className="grid grid-cols-2 gap-2">
            <Button className="min-h-14!" onClick={onFail}>
              Не доставлен
            </Button>
            <Button kind="primary" className="min-h-14!" onClick={onDeliver}>
              Доставлен
            </Button>
          </div>
        </>
      )}
    </li>
  );
};
