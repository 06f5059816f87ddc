import { useEffect, useMemo, useState } from "react";
import type { DraftCall } from "#machines/orders/editor/draft.ts";
import type { Assortment } from "#machines/orders/editor/editorContext.ts";
import { orderEditorActors } from "#machines/orders/editor/orderEditor.actors.ts";
import { orderEditorMachine } from "#machines/orders/editor/orderEditor.machine.ts";
import { useCompany, useServices } from "../../../services/context.ts";
import { useProvidedActor } from "../../../shared/useProvidedActor.ts";
import { createDraftStore } from "../../../storage/orderDraftStore.ts";
import type { EditorActor } from "./useEditor.ts";

/**
 * Menus and discounts by company id, as last read on this page. The editor shows them until it has read the current
 * menu and discounts.
 */
const assortments = new Map<number, Assortment>();

const targetOf = (orderId: number | null, call: DraftCall | null) => {
  if (orderId !== null) return `order-${orderId}` as const;
  return call?.id ? (`call-${call.id}` as const) : "new";
};

/** Runs the order editor's machine while the component is mounted. */
export const useEditorMachine = (companyId: number, orderId: number | null, call: DraftCall | null): EditorActor => {
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
  useEffect(() => drafts.release, [drafts]);
  return editor;
};
