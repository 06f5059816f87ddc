import { useMemo } from "react";
import type { Schemas } from "#api/client.ts";
import { formatDateTime } from "#domain/format.ts";
import { type OrderChange, orderChanges } from "#domain/orderChanges.ts";
import { toDraftBase } from "#machines/orders/editor/draftOrder.ts";
import type { Order } from "#machines/queries/order.ts";
import { useReferences, useTimeZone } from "../../../services/context.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { toComparedOrder } from "../comparedOrder.ts";
import { useEditor, useEditorActor } from "./useEditor.ts";

const Changes = ({ title, changes, none }: { title: string; changes: readonly OrderChange[]; none: string }) => (
  <section>
    <h3 className="mb-1 text-sm font-semibold">{title}</h3>
    {changes.length === 0 && <p className="text-sm text-muted">{none}</p>}
    <ul className="list-disc pl-5 text-sm">
      {changes.map(({ field, text }) => (
        <li key={`${field} ${text}`} className="wrap-anywhere">
          {text}
        </li>
      ))}
    </ul>
  </section>
);

type Statuses = readonly Schemas["OrderStatus"][];

const statusName = (statuses: Statuses, order: Order | null): string =>
  statuses.find(({ id }) => id === order?.statusId)?.name ?? "";

const notEditableText = (order: Order | null, status: string): string => {
  if (order?.isCanceled) return "Заказ отменён";
  return order?.isClosed ? "Заказ закрыт" : `В статусе «${status}» заказ не изменяют`;
};

const useChanges = (companyId: number): { theirs: OrderChange[]; mine: OrderChange[] } => {
  const timeZone = useTimeZone(companyId);
  const { tags, statuses } = useReferences(companyId);
  const order = useEditor(({ context }) => context.order);
  const base = useEditor(({ context }) => context.base);
  const draft = useEditor(({ context }) => context.draft);
  const theirs = useEditor(({ context }) => context.theirs);
  const discounts = useEditor(({ context }) => context.discounts);
  return useMemo(() => {
    if (!base || !theirs) return { theirs: [], mine: [] };
    const names = {
      statuses,
      discounts,
      tags,
      formatDateTime: (instant: string) => formatDateTime(instant, timeZone),
    };
    const status = statusName(statuses, order);
    const before = { ...toComparedOrder(base.draft, names), status };
    const after = { ...toComparedOrder(toDraftBase(theirs).draft, names), status: statusName(statuses, theirs) };
    return {
      theirs: orderChanges(before, after),
      mine: orderChanges(before, { ...toComparedOrder(draft, names), status }),
    };
  }, [order, base, draft, theirs, discounts, tags, statuses, timeZone]);
};

/**
 * Dialog for a conflict with another user's save. It shows the changes of both users, and the user chooses the changes
 * to keep.
 */
export const ConflictDialog = ({ companyId }: { companyId: number }) => {
  const editor = useEditorActor();
  const changes = useChanges(companyId);
  const mayMerge = useEditor((snapshot) => snapshot.can({ type: "conflict.merge" }));
  const theirs = useEditor(({ context }) => context.theirs);
  const { statuses } = useReferences(companyId);
  const why = mayMerge ? undefined : notEditableText(theirs, statusName(statuses, theirs));
  return (
    <Dialog
      title="Заказ изменил другой сотрудник"
      size="medium"
      onClose={() => editor.send({ type: "conflict.later" })}
      actions={
        <>
          <Button data-autofocus={!mayMerge || undefined} onClick={() => editor.send({ type: "conflict.theirs" })}>
            Взять сохранённое
          </Button>
          <Button why={why} onClick={() => editor.send({ type: "conflict.mine" })}>
            Оставить моё
          </Button>
          <Button
            kind="primary"
            data-autofocus={mayMerge || undefined}
            why={why}
            onClick={() => editor.send({ type: "conflict.merge" })}
          >
            Объединить
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p>Пока вы меняли заказ, его сохранили с другого места. Ваши изменения не пропали и ещё не сохранены.</p>
        <div className="grid gap-4 min-[600px]:grid-cols-2">
          <Changes
            title="Что изменил другой"
            changes={changes.theirs}
            none="Заказ сам не изменился (оплата или печать)."
          />
          <Changes title="Что изменили вы" changes={changes.mine} none="Ничего." />
        </div>
        <p className="text-sm text-muted">
          {mayMerge
            ? "«Объединить» оставит оба изменения, а где вы оба изменили одно и то же — ваше. Сохранить нужно будет ещё раз."
            : `${why}: сохранить ваши изменения уже нельзя.`}
        </p>
      </div>
    </Dialog>
  );
};
