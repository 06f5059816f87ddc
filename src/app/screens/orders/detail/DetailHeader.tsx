import { useLocation } from "wouter";
import { formatDateTime, formatElapsed, formatTime } from "#domain/format.ts";
import { lateBy } from "#machines/orders/orderList.ts";
import { useCommands } from "../../../commands.ts";
import { useCompany, usePermissions, useReferences, useServices, useTimeZone } from "../../../context.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { useNow } from "../../../useNow.ts";
import { whyNoEdit } from "./reasons.ts";
import { useStanding, useStatus } from "./useDetail.ts";

const Due = () => {
  const { order } = useStanding();
  const now = useNow(15_000);
  const timeZone = useTimeZone(order.companyId);
  const late = lateBy(order, now);
  const isNear = Math.abs(Date.parse(order.date) - now) < 12 * 3_600_000;
  const due = `${isNear ? formatTime(order.date, timeZone) : formatDateTime(order.date, timeZone)}`;
  return (
    <>
      к {due}
      {late > 0 && <span className="font-semibold text-negative">, опаздывает на {formatElapsed(late)}</span>}
    </>
  );
};

/** Number, status, tags, when it is due, and the way to its editor. */
export const DetailHeader = () => {
  const { order } = useStanding();
  const { companyId, id } = order;
  const company = useCompany(companyId);
  const status = useStatus(order);
  const { tags } = useReferences(companyId);
  const { user } = useServices();
  const may = usePermissions(companyId);
  const [, navigate] = useLocation();
  const why = whyNoEdit(order, may, user.id);
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
