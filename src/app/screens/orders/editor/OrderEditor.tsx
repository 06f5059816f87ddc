import { useActorRef } from "@xstate/react";
import { useEffect, useLayoutEffect, useMemo, useState } from "react";
import { useLocation, useSearch } from "wouter";
import type { Call } from "#machines/orders/draft.ts";
import { type Assortments, orderEditorActors } from "#machines/orders/orderEditor.actors.ts";
import { orderEditorMachine } from "#machines/orders/orderEditor.machine.ts";
import { isDirty } from "#machines/orders/orderEditor.ts";
import { useReconnect } from "../../../browserEvents.ts";
import { useServices } from "../../../context.ts";
import { draftStore } from "../../../drafts.ts";
import { newKey } from "../../../newKey.ts";
import { useTrail } from "../../../trail/useTrail.ts";
import { toast } from "../../../ui/toast.ts";
import { useLeaveGuard } from "../../../useLeaveGuard.ts";
import { EditorShell } from "./EditorShell.tsx";
import { EditorContext, type EditorSnapshot } from "./useEditor.ts";

/** What was read last in this page; the server is asked at every opening, and this serves while it does not answer. */
const assortments: Assortments = new Map();

const callOf = (search: string): Call | null => {
  const query = new URLSearchParams(search);
  const id = Number(query.get("operatorPhoneCallId")) || null;
  const phone = (query.get("phone") ?? "").replace(/^ /, "+");
  return id === null && phone === "" ? null : { id, phone };
};

const targetOf = (orderId: number | null, call: Call | null) => {
  if (orderId !== null) return `order-${orderId}` as const;
  return call?.id ? (`call-${call.id}` as const) : "new";
};

/** What is being sent is waited for, too: nobody would read the refusal of who has left. */
const isUnsaved = (snapshot: EditorSnapshot): boolean =>
  (snapshot.matches("editing") && isDirty(snapshot.context)) ||
  snapshot.matches("journalling") ||
  snapshot.matches({ sending: "submitting" });

const Editor = ({ companyId, orderId, call }: { companyId: number; orderId: number | null; call: Call | null }) => {
  const { api, user, now, heard } = useServices();
  const [, navigate] = useLocation();
  const [machine] = useState(() => {
    const target = targetOf(orderId, call);
    // Most orders go where the customer had the last one: the code of the search comes with the first search.
    const search = async (street: string, signal: AbortSignal) =>
      (await import("./geoSearch.ts")).searchPlaces(api, street, signal);
    const drafts = draftStore({ userId: user.id, companyId, target }, now, heard);
    const world = { api, drafts, assortments, newKey, search };
    return orderEditorMachine.provide({ actors: orderEditorActors(world, companyId) });
  });
  const inspect = useTrail();
  const editor = useActorRef(machine, { input: { companyId, orderId, call }, inspect });
  useReconnect(editor);
  const goOn = useLeaveGuard(
    () => !isUnsaved(editor.getSnapshot()),
    (to) => editor.send({ type: "leave.ask", to }),
  );
  useEffect(() => {
    const natural = orderId === null ? `/Company/${companyId}` : `/Company/${companyId}/Order/${orderId}`;
    const heard = [
      editor.on("toast", ({ text }) => toast(text)),
      editor.on("screen.leave", ({ to }) => (to === null ? navigate(natural) : goOn())),
    ];
    return () => {
      for (const subscription of heard) subscription.unsubscribe();
    };
  }, [editor, navigate, goOn, companyId, orderId]);
  // A layout effect: its end comes before the machine is stopped, so that the last key still reaches the disk.
  useLayoutEffect(() => {
    const hide = () => editor.send({ type: "page.hide" });
    const watch = () => document.hidden && hide();
    document.addEventListener("visibilitychange", watch);
    addEventListener("pagehide", hide);
    return () => {
      hide();
      document.removeEventListener("visibilitychange", watch);
      removeEventListener("pagehide", hide);
    };
  }, [editor]);
  return (
    <EditorContext value={editor}>
      <EditorShell companyId={companyId} orderId={orderId} />
    </EditorContext>
  );
};

/** Fetches what is not part of the form; the server may be away when it is asked for. */
export const fetchEditorParts = async (): Promise<unknown> => (await import("./editorParts.ts")).fetchParts();

/** Taking a new order, also from a call in the query, and editing a saved one. */
export const OrderEditor = ({ companyId, orderId }: { companyId: number; orderId?: number }) => {
  const search = useSearch();
  const call = useMemo(() => (orderId === undefined ? callOf(search) : null), [search, orderId]);
  return (
    <Editor
      key={`${companyId} ${orderId} ${call?.id} ${call?.phone}`}
      companyId={companyId}
      orderId={orderId ?? null}
      call={call}
    />
  );
};
