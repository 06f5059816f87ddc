import { useLocation } from "wouter";
import { formatDateTime, formatElapsed, formatTime } from "#domain/format.ts";
import { expectedAt, overdueMs } from "#machines/orders/list/orderAttention.ts";
import { useCommands } from "../../../keyboard/commands.ts";
import { useCompany, useReferences, useTimeZone } from "../../../services/context.ts";
import { useNow } from "../../../shared/useNow.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { useOrderSnapshot, useOrderStatus, useReasonNotTo } from "./useDetail.ts";

/** Due time of the order, and its delay. The date is shown too if the time is at least 12 hours away. */
export const Due = () => {
  const { order } = useOrderSnapshot();
  const now = useNow(15_000);
  const timeZone = useTimeZone(order.companyId);
  const late = overdueMs(order, now);
  const moment = expectedAt(order);
  const isNear = Math.abs(Date.parse(moment) - now) < 12 * 3_600_000;
  const due = `${isNear ? formatTime(moment, timeZone) : formatDateTime(moment, timeZone)}`;
  return (
    <>
      к {due}
      {late > 0 && <span className="font-semibold text-negative">, опаздывает на {formatElapsed(late)}</span>}
    </>
  );
};

/** Header of the order screen, with number, status, tags, company, due time and the edit button. */
export const DetailHeader = () => {
  const { order } = useOrderSnapshot();
  const { companyId, id } = order;
  const company = useCompany(companyId);
  const status = useOrderStatus(order);
  const { tags } = useReferences(companyId);
  const [, navigate] = useLocation();
  const why = useReasonNotTo({ type: "order.edit" });
  const edit = () => navigate(`/Company/${companyId}/Order/${id}/Edit`);
  useCommands([{ title: "Изменить заказ", keys: "e", why, run: edit }]);
  return (
    <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <h1 title={`Заказ ${id}`}>Заказ № {order.internalId}</h1>
      <Badge colour={status?.color}>{status?.name ?? "…"}</Badge>
      {order.tags.map((tag) => {
        const known = tags.find((one) => one.id === tag);
        return (
          known && (
            <Badge key={tag} colour={known.color}>
              {known.name}
            </Badge>
          )
        );
      })}
      <p className="text-sm text-muted">
        {company?.name}
        {company && " · "}
        <Due />
      </p>
      <Button className="ml-auto" why={why} keys="E" onClick={edit}>
        Изменить
      </Button>
    </header>
  );
};
