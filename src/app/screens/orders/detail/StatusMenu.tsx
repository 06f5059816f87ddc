import { useSelector } from "@xstate/react";
import { type ReactNode, useEffect, useState } from "react";
import { failureText } from "../../../services/failureText.ts";
import { Popover } from "../../../ui/Popover.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { StatusDialog } from "./StatusDialog.tsx";
import { type StatusActor, StatusOptions } from "./StatusOptions.tsx";
import { UndoBar } from "./UndoBar.tsx";
import { useDetail, useDetailActor, useReasonNotTo } from "./useDetail.ts";

const Box = ({ orderId, onClose, children }: { orderId: number; onClose: () => void; children: ReactNode }) => (
  <Popover
    label="Новый статус"
    findAnchor={() => document.querySelector(`tr[data-row="${orderId}"] .badge`)}
    onClose={onClose}
  >
    {children}
  </Popover>
);

const Opened = ({ actor, orderId, onClose }: { actor: StatusActor; orderId: number; onClose: () => void }) => {
  const isChoosing = useSelector(actor, (state) => state.matches("choosing"));
  if (!isChoosing) return <StatusDialog actor={actor} />;
  return (
    <Box orderId={orderId} onClose={onClose}>
      <StatusOptions actor={actor} />
    </Box>
  );
};

/**
 * Status menu of an order in the list, with the undo offer, and with the dialog for a status that needs more input.
 * `onClose` is called when the menu, the dialog and the offer are all closed.
 */
export const StatusMenu = ({ orderId, onClose }: { orderId: number; onClose: () => void }) => {
  const detail = useDetailActor();
  const dialog = useDetail(({ value }) => value.dialog);
  const status = useDetail(({ children }) => children.status);
  const undo = useDetail(({ context }) => context.undo);
  const failure = useDetail(({ context }) => context.failure);
  const isKnown = useDetail((state) => state.hasTag("known"));
  const why = useReasonNotTo({ type: "status.open" });
  const [hasOpened, setOpened] = useState(false);
  const isReady = isKnown && dialog === "closed";
  // The list of statuses opens as soon as the order is loaded. The menu closes when the list, the dialog and the offer
  // to undo the change are all hidden.
  useEffect(() => {
    if (status) setOpened(true);
    else if (isReady && !hasOpened && !why) detail.send({ type: "status.open" });
    else if (isReady && hasOpened && !undo) onClose();
  }, [status, isReady, hasOpened, why, undo, detail, onClose]);
  if (status) return <Opened actor={status} orderId={orderId} onClose={() => detail.send({ type: "dialog.close" })} />;
  if (undo)
    return (
      <UndoBar
        key={undo.version}
        request={undo}
        onChange={() => detail.send({ type: "order.reload" })}
        onEnd={() => detail.send({ type: "undo.end" })}
      />
    );
  if (hasOpened) return null;
  return (
    <Box orderId={orderId} onClose={onClose}>
      {why ?? (failure ? failureText(failure) : <Spinner />)}
    </Box>
  );
};
