import { useSelector } from "@xstate/react";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { failureText } from "../../../services/failureText.ts";
import { Spinner } from "../../../ui/Spinner.tsx";
import { StatusDialog } from "./StatusDialog.tsx";
import { type StatusActor, StatusOptions } from "./StatusOptions.tsx";
import { UndoBar } from "./UndoBar.tsx";
import { useDetail, useDetailActor, useReasonNotTo } from "./useDetail.ts";

/** Space between the menu and the status, and between the menu and the edge of the window, px. */
const GAP = 4;

/** Places the menu below the status of the order, or above it if there is more room. */
const place = (menu: HTMLElement, orderId: number) => {
  const status = document.querySelector(`tr[data-row="${orderId}"] .badge`)?.getBoundingClientRect();
  if (!status) return;
  const { width, height } = menu.getBoundingClientRect();
  const below = status.bottom + GAP;
  const top = below + height > innerHeight ? Math.max(GAP, status.top - GAP - height) : below;
  menu.style.top = `${top}px`;
  menu.style.left = `${Math.max(GAP, Math.min(status.left, innerWidth - GAP - width))}px`;
};

/** Box near the status of an order. `onClose` is called after Esc, a click outside of the box, and scrolling. */
const Popover = ({ orderId, onClose, children }: { orderId: number; onClose: () => void; children: ReactNode }) => {
  const box = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!box.current) return;
    box.current.showPopover();
    place(box.current, orderId);
    box.current.querySelector<HTMLElement>("[data-autofocus]")?.focus({ preventScroll: true });
    const closeOnScroll = () => close();
    addEventListener("scroll", closeOnScroll);
    return () => removeEventListener("scroll", closeOnScroll);
  }, [orderId]);
  return (
    <div
      ref={box}
      popover="auto"
      role="dialog"
      aria-label="Новый статус"
      className="fixed m-0 max-h-dvh w-72 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-lg border border-line bg-raised p-2 text-sm text-text shadow-float"
      onToggle={({ newState }) => newState === "closed" && onClose()}
    >
      {children}
    </div>
  );
};

const Opened = ({ actor, orderId, onClose }: { actor: StatusActor; orderId: number; onClose: () => void }) => {
  const isChoosing = useSelector(actor, (state) => state.matches("choosing"));
  if (!isChoosing) return <StatusDialog actor={actor} />;
  return (
    <Popover orderId={orderId} onClose={onClose}>
      <StatusOptions actor={actor} />
    </Popover>
  );
};

/**
 * Menu near the status of an order in the list: the statuses that the order can get, the dialog for a status that needs
 * more input, and the offer to undo the change. `onClose` is called when nothing of it is shown any longer.
 */
export const StatusMenu = ({ orderId, onClose }: { orderId: number; onClose: () => void }) => {
  const detail = useDetailActor();
  const dialog = useDetail(({ value }) => value.dialog);
  const status = useDetail(({ children }) => children.status);
  const undo = useDetail(({ context }) => context.undo);
  const failure = useDetail(({ context }) => context.failure);
  const isKnown = useDetail((state) => state.hasTag("known"));
  const why = useReasonNotTo({ type: "status.open" });
  const hasOpened = useRef(false);
  const isReady = isKnown && dialog === "closed";
  useEffect(() => {
    if (!isReady) return;
    if (!hasOpened.current) {
      hasOpened.current = true;
      detail.send({ type: "status.open" });
    } else if (!undo) onClose();
  }, [detail, isReady, undo, onClose]);
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
  if (hasOpened.current && !why) return null;
  return (
    <Popover orderId={orderId} onClose={onClose}>
      {why ?? (failure ? failureText(failure) : <Spinner />)}
    </Popover>
  );
};
