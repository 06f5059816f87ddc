import { useActorRef } from "@xstate/react";
import { useEffect, useLayoutEffect, useMemo, useState } from "react";
import { useLocation, useSearch } from "wouter";
import type { Call } from "#machines/orders/draft.ts";
import { orderEditorActors } from "#machines/orders/orderEditor.actors.ts";
import { orderEditorMachine } from "#machines/orders/orderEditor.machine.ts";
import { isDirty } from "#machines/orders/orderEditor.ts";
import { useServices } from "../../../context.ts";
import { draftStore } from "../../../drafts.ts";
import { newKey } from "../../../newKey.ts";
import { useTrail } from "../../../trail/useTrail.ts";
import { toast } from "../../../ui/toast.ts";
import { useLeaveGuard } from "../../../useLeaveGuard.ts";
import { EditorShell } from "./EditorShell.tsx";
import { configuredSearch } from "./geoSearch.ts";
import { EditorContext, type EditorSnapshot } from "./useEditor.ts";

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

const isUnsaved = (snapshot: EditorSnapshot): boolean => snapshot.matches("editing") && isDirty(snapshot.context);

const Editor = ({ companyId, orderId, call }: { companyId: number; orderId: number | null; call: Call | null }) => {
  const { api, user, now } = useServices();
  const [, navigate] = useLocation();
  const [machine] = useState(() => {
    const target = targetOf(orderId, call);
    const drafts = draftStore({ userId: user.id, companyId, target }, now);
    const search = configuredSearch(globalThis.appConfig);
    const world = { api, drafts, newKey, ...(search && { search }) };
    return orderEditorMachine.provide({ actors: orderEditorActors(world, companyId) });
  });
  const inspect = useTrail();
  const editor = useActorRef(machine, { input: { companyId, orderId, call }, inspect });
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
