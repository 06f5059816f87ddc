import { useSelector } from "@xstate/react";
import { REASON_LENGTH, selectableStatuses } from "#machines/orders/status/statusChange.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { moveButtonFocus } from "../../../ui/moveButtonFocus.ts";
import { TextArea } from "../../../ui/TextArea.tsx";
import type { BulkActor } from "./useBulkChange.ts";

/** List of the statuses that can be chosen for the selected orders. */
export const StatusChoice = ({ actor }: { actor: BulkActor }) => {
  const { statuses } = useSelector(actor, ({ context }) => context.facts);
  return (
    <ul className="grid gap-1.5" onKeyDown={moveButtonFocus}>
      {selectableStatuses(statuses).map((status, index) => (
        <li key={status.id}>
          <Button
            className="w-full justify-start!"
            data-autofocus={index === 0 || undefined}
            onClick={() => actor.send({ type: "status.choose", status })}
          >
            <Badge colour={status.color}>{status.name}</Badge>
            <span className="flex-1" />
            {status.isRequireReason && <span className="text-xs text-muted">с причиной</span>}
          </Button>
        </li>
      ))}
    </ul>
  );
};

/** List of the couriers, with a button that unassigns the orders. */
export const CourierChoice = ({ actor }: { actor: BulkActor }) => {
  const couriers = useSelector(actor, ({ context }) => context.couriers);
  return (
    <ul className="grid gap-1.5" onKeyDown={moveButtonFocus}>
      {couriers.map((courier, index) => (
        <li key={courier.id}>
          <Button
            className="w-full justify-start!"
            data-autofocus={index === 0 || undefined}
            onClick={() => actor.send({ type: "courier.choose", courier })}
          >
            <span className="flex-1 truncate text-left">{courier.alias}</span>
            {!courier.isOnDuty && <span className="text-xs text-muted">не на смене</span>}
          </Button>
        </li>
      ))}
      <li>
        <Button
          className="w-full justify-start!"
          data-autofocus={couriers.length === 0 || undefined}
          onClick={() => actor.send({ type: "courier.choose", courier: null })}
        >
          Снять курьера
        </Button>
      </li>
    </ul>
  );
};

/** Field for the reason that the chosen status requires. One reason is used for all orders. */
export const ReasonField = ({ actor }: { actor: BulkActor }) => {
  const target = useSelector(actor, ({ context }) => context.target);
  if (target?.kind !== "status") return null;
  const { status, reason } = target;
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-2 text-sm">
        Новый статус: <Badge colour={status.color}>{status.name}</Badge>
      </p>
      <TextArea
        label="Причина"
        isRequired
        data-autofocus
        rows={3}
        maxLength={REASON_LENGTH}
        hint={`Одна для всех заказов · ${reason.length} из ${REASON_LENGTH}`}
        value={reason}
        onText={(text) => actor.send({ type: "reason.type", text })}
      />
    </div>
  );
};
