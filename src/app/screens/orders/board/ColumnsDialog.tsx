import { type HeldOrder, needsExplanation, reasonNotToMove, type StageColumn } from "#machines/boards/stageBoard.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { moveReasonText } from "./moveReasonText.ts";

/**
 * Dialog in which the user chooses the column for an order. A column to which the order cannot be moved is disabled and
 * shows the reason.
 */
export const ColumnsDialog = ({
  held,
  columns,
  onChoose,
  onClose,
}: {
  held: HeldOrder;
  columns: readonly StageColumn[];
  onChoose: (status: StageColumn["status"]) => void;
  onClose: () => void;
}) => {
  const first = columns.find(({ status }) => !reasonNotToMove(held, status));
  return (
    <Dialog
      title={`Куда переместить заказ № ${held.order.internalId}`}
      onClose={onClose}
      actions={<Button onClick={onClose}>Отмена</Button>}
    >
      <ul className="grid gap-1.5">
        {columns.map((column) => {
          const { status } = column;
          const reason = moveReasonText(reasonNotToMove(held, status));
          return (
            <li key={status.id}>
              <Button
                className="w-full min-w-0 flex-wrap justify-start! text-left whitespace-normal"
                why={reason}
                data-autofocus={column === first || undefined}
                onClick={() => onChoose(status)}
              >
                <Badge colour={status.color}>{status.name}</Badge>
                <span aria-hidden className="min-w-0 flex-1 text-right text-xs text-muted">
                  {reason ??
                    (needsExplanation(held.order, status) && (status.isRequireReason ? "с причиной" : "не оплачен"))}
                </span>
              </Button>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
};
