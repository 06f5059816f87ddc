import { useSelector } from "@xstate/react";
import { formatMoney } from "#domain/money.ts";
import { unpaidOf } from "#machines/boards/stageBoard.ts";
import { closesUnpaid, REASON_LENGTH, reasonNotToSubmit } from "#machines/orders/status/statusChange.ts";
import { useCommands } from "../../../keyboard/commands.ts";
import { useServices } from "../../../services/context.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Note } from "../../../ui/Note.tsx";
import { TextArea } from "../../../ui/TextArea.tsx";
import { moveReasonText } from "./moveReasonText.ts";
import type { StageBoardActor } from "./useStageBoard.ts";

/**
 * Dialog for a move of an order. It asks for the reason if the new status requires one, and warns if the move closes an
 * unpaid order.
 */
export const MoveReasonDialog = ({ board }: { board: StageBoardActor }) => {
  const { newKey } = useServices();
  const { held, status, reason } = useSelector(board, ({ context }) => context);
  const why = held && moveReasonText(reasonNotToSubmit({ order: held.order, status, reason }));
  const submit = () => board.send({ type: "move.submit", key: newKey() });
  const close = () => board.send({ type: "move.cancel" });
  useCommands([{ title: "Переместить", keys: "Ctrl+Enter", scope: "dialog", why, run: submit }]);
  if (!held || !status) return null;
  const unpaid = unpaidOf(held.order);
  return (
    <Dialog
      title={`Перемещение заказа № ${held.order.internalId}`}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Отмена</Button>
          <Button
            kind="primary"
            why={why}
            title="Ctrl+Enter"
            data-autofocus={!status.isRequireReason || undefined}
            onClick={submit}
          >
            Переместить
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p className="flex items-center gap-2 text-sm">
          Новый статус: <Badge colour={status.color}>{status.name}</Badge>
        </p>
        {closesUnpaid(unpaid, status) && <Note>Заказ закроется, хотя не оплачено {formatMoney(unpaid)}</Note>}
        {status.isRequireReason && (
          <TextArea
            label="Причина"
            isRequired
            data-autofocus
            rows={3}
            maxLength={REASON_LENGTH}
            hint={`${reason.length} из ${REASON_LENGTH}`}
            value={reason}
            onText={(text) => board.send({ type: "reason.type", text })}
          />
        )}
      </div>
    </Dialog>
  );
};
