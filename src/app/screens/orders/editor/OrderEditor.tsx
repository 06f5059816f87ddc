import { useEffect, useMemo, useState } from "react";
import { useLocation, useSearch } from "wouter";
import type { DraftCall } from "#machines/orders/editor/draft.ts";
import { type Assortment, isDirty } from "#machines/orders/editor/editorContext.ts";
import { orderEditorActors } from "#machines/orders/editor/orderEditor.actors.ts";
import { orderEditorMachine } from "#machines/orders/editor/orderEditor.machine.ts";
import { useCompany, useServices } from "../../../services/context.ts";
import { useEmitted } from "../../../shared/useEmitted.ts";
import { useLeaveGuard } from "../../../shared/useLeaveGuard.ts";
import { useProvidedActor } from "../../../shared/useProvidedActor.ts";
import { createDraftStore } from "../../../storage/orderDraftStore.ts";
import { toast } from "../../../ui/toast.ts";
import { EditorShell } from "./EditorShell.tsx";
import { EditorActorContext, type EditorSnapshot } from "./useEditor.ts";

/**
 * Menus and discounts by company id, as last read on this page. The editor shows them until it has read the current
 * menu and discounts.
 */
const assortments = new Map<number, Assortment>();

const callOf = (search: string): DraftCall | null => {
  const query = new URLSearchParams(search);
  const id = Number(query.get("operatorPhoneCallId")) || null;
  const phone = (query.get("phone") ?? "").replace(/^ /, "+");
  return id === null && phone === "" ? null : { id, phone };
};

const targetOf = (orderId: number | null, call: DraftCall | null) => {
  if (orderId !== null) return `order-${orderId}` as const;
  return call?.id ? (`call-${call.id}` as const) : "new";
};

/** Returns true if leaving the screen would lose unsaved changes or the outcome of a running save. */
const isUnsaved = (snapshot: EditorSnapshot): boolean =>
  (snapshot.matches("editing") && isDirty(snapshot.context)) || snapshot.matches({ saving: "sending" });

const useEditorMachine = (companyId: number, orderId: number | null, call: DraftCall | null) => {
  const { api, environment, extensions, user, now, nowIfSynced, newKey } = useServices();
  const held = useCompany(companyId)?.permissions;
  const facts = useMemo(
    // On a server with the extensions, a manager can allow the user to save another user's order, so the editor does
    // not disable the save.
    () => ({
      permissions: held && extensions.hasFields() ? { ...held, "order.editForeign": 1 } : held,
      userId: user.id,
    }),
    [held, extensions, user.id],
  );
  const [drafts] = useState(() =>
    createDraftStore({ userId: user.id, companyId, target: targetOf(orderId, call) }, now, nowIfSynced),
  );
  const [draftName] = useState(drafts.newName);
  const editor = useProvidedActor(
    orderEditorMachine,
    () =>
      orderEditorActors(
        {
          api,
          environment,
          now,
          hasKeys: extensions.hasFields,
          drafts,
          newKey,
          // Most orders go to an address from an earlier order, so the code of the address search is rarely needed. It
          // is loaded at the first search.
          search: async (street, signal) => (await import("./searchStreet.ts")).searchStreet(api, street, signal),
          cacheAssortment: (id, assortment) => assortments.set(id, assortment),
        },
        companyId,
      ),
    { companyId, orderId, call, draftName, cached: assortments.get(companyId), facts },
  );
  useEffect(() => editor.send({ type: "facts.change", facts }), [editor, facts]);
  return editor;
};

const Editor = ({
  companyId,
  orderId,
  call,
  onNext,
}: {
  companyId: number;
  orderId: number | null;
  call: DraftCall | null;
  onNext: () => void;
}) => {
  const [, navigate] = useLocation();
  const editor = useEditorMachine(companyId, orderId, call);
  const leave = useLeaveGuard(
    () => !isUnsaved(editor.getSnapshot()),
    (to) => editor.send({ type: "leave.ask", to }),
  );
  const wayBack = orderId === null ? `/Company/${companyId}` : `/Company/${companyId}/Order/${orderId}`;
  useEmitted(editor, {
    "order.repeated": ({ internalId }) => toast(`Позиции заказа №${internalId} добавлены.`),
    "order.unchanged": () => toast("Изменений нет."),
    "order.saving": () => toast("Заказ сохраняется, подождите ответа."),
    "screen.leave": ({ to }) => (to === null ? navigate(wayBack) : leave()),
  });
  return (
    <EditorActorContext value={editor}>
      <EditorShell companyId={companyId} orderId={orderId} onNext={onNext} />
    </EditorActorContext>
  );
};

/** Prefetches the code of the editor's dialogs and notes, because the server may be unreachable when they are shown. */
export const fetchEditorParts = async (): Promise<unknown> => (await import("./editorParts.ts")).fetchParts();

/**
 * Screen with the editor of a new or saved order. If the query string names a phone call, a new order belongs to this
 * call.
 */
export const OrderEditor = ({ companyId, orderId }: { companyId: number; orderId?: number }) => {
  const search = useSearch();
  const call = useMemo(() => (orderId === undefined ? callOf(search) : null), [search, orderId]);
  const [, navigate] = useLocation();
  const [round, setRound] = useState(0);
  const startNext = () => {
    setRound(round + 1);
    navigate(`/Company/${companyId}/Order/New`);
  };
  return (
    <Editor
      key={`${round} ${companyId} ${orderId} ${call?.id} ${call?.phone}`}
      companyId={companyId}
      orderId={orderId ?? null}
      call={call}
      onNext={startNext}
    />
  );
};
