import { useMemo } from "react";
import { formatDateTime } from "#domain/format.ts";
import { type OrderChange, orderChanges } from "#domain/orderChanges.ts";
import { baseOf, comparedOf } from "#machines/orders/draftOrder.ts";
import { useReferences, useTimeZone } from "../../../context.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
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

const useChanges = (companyId: number): { theirs: OrderChange[]; mine: OrderChange[] } => {
  const timeZone = useTimeZone(companyId);
  const { tags } = useReferences(companyId);
  const base = useEditor(({ context }) => context.base);
  const draft = useEditor(({ context }) => context.draft);
  const theirs = useEditor(({ context }) => context.theirs);
  const discounts = useEditor(({ context }) => context.discounts);
  return useMemo(() => {
    if (!base || !theirs) return { theirs: [], mine: [] };
    const words = { discounts, tags, dateTime: (instant: string) => formatDateTime(instant, timeZone) };
    const before = comparedOf(base.draft, words);
    return {
      theirs: orderChanges(before, comparedOf(baseOf(theirs).draft, words)),
      mine: orderChanges(before, comparedOf(draft, words)),
    };
  }, [base, draft, theirs, discounts, tags, timeZone]);
};

/** Two operators changed one order: shows line by line what the other one saved, and asks what shall hold. */
export const ConflictDialog = ({ companyId }: { companyId: number }) => {
  const editor = useEditorActor();
  const changes = useChanges(companyId);
  const mayMerge = useEditor((snapshot) => snapshot.can({ type: "conflict.merge" }));
  const why = mayMerge ? undefined : "Заказ больше нельзя изменить";
  return (
    <Dialog
      title="Заказ изменил другой сотрудник"
      size="medium"
      onClose={() => editor.send({ type: "conflict.later" })}
      actions={
        <>
          <Button onClick={() => editor.send({ type: "conflict.theirs" })}>Взять сохранённое</Button>
          <Button why={why} onClick={() => editor.send({ type: "conflict.mine" })}>
            Оставить моё
          </Button>
          <Button kind="primary" data-autofocus why={why} onClick={() => editor.send({ type: "conflict.merge" })}>
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
            none="Состав заказа не изменился (статус или оплата)."
          />
          <Changes title="Что изменили вы" changes={changes.mine} none="Ничего." />
        </div>
        <p className="text-sm text-muted">
          «Объединить» оставит оба изменения, а где вы оба изменили одно и то же — ваше. Сохранить нужно будет ещё раз.
        </p>
      </div>
    </Dialog>
  );
};
