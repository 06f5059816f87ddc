import { useSelector } from "@xstate/react";
import type { ActorRefFrom } from "xstate";
import { formatMoney } from "#domain/money.ts";
import type { statusChangeMachine } from "#machines/orders/status/statusChange.machine.ts";
import {
  closesUnpaid,
  nextStatus,
  reasonNotToChoose,
  selectableStatuses,
} from "#machines/orders/status/statusChange.ts";
import { useReferences } from "../../../services/context.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { moveButtonFocus } from "../../../ui/moveButtonFocus.ts";
import { statusReasonText } from "./dialogReasonTexts.ts";

export type StatusActor = ActorRefFrom<typeof statusChangeMachine>;

/**
 * List of the selectable statuses. A status that this order cannot get is disabled. The next status, or else the first
 * enabled status, has the initial focus. The up and down arrows move the focus.
 */
export const StatusOptions = ({ actor }: { actor: StatusActor }) => {
  const context = useSelector(actor, (snapshot) => snapshot.context);
  const { order, unpaid } = context;
  const { statuses } = useReferences(order.companyId);
  const offered = selectableStatuses(statuses);
  const selectable = offered.filter((status) => !reasonNotToChoose(context, status));
  const next = selectable.find(({ id }) => id === nextStatus(statuses, order)?.id) ?? selectable[0];
  return (
    <ul className="grid gap-1.5" onKeyDown={moveButtonFocus}>
      {offered.map((status) => (
        <li key={status.id}>
          <Button
            className="w-full justify-start!"
            why={statusReasonText(reasonNotToChoose(context, status))}
            data-autofocus={status === next || undefined}
            onClick={() => actor.send({ type: "status.choose", status })}
          >
            <Badge colour={status.color}>{status.name}</Badge>
            <span className="flex-1" />
            <span className="text-xs text-muted">
              {status.id === order.statusId && "сейчас"}
              {status.id !== order.statusId && status.isRequireReason && "с причиной"}
              {status.id !== order.statusId && closesUnpaid(unpaid, status) && `не оплачено ${formatMoney(unpaid)}`}
            </span>
          </Button>
        </li>
      ))}
    </ul>
  );
};
