import { useSelector } from "@xstate/react";
import { useEffect, useEffectEvent } from "react";
import { useLocation } from "wouter";
import type { ActorRefFrom } from "xstate";
import { stockDocumentActors } from "#machines/stock/stockDocument.actors.ts";
import { stockDocumentMachine } from "#machines/stock/stockDocument.machine.ts";
import type { DocumentAction, DocumentDescriptor, DocumentPath, StockDocument } from "#machines/stock/stockDocument.ts";
import { useServices } from "../../services/context.ts";
import { withLastQuery } from "../../shared/lastQuery.ts";
import { useEmitted } from "../../shared/useEmitted.ts";
import { useWayBack } from "../../shared/useLeaveGuard.ts";
import { useProvidedActor } from "../../shared/useProvidedActor.ts";
import { toast } from "../../ui/toast.ts";
import { type DocumentTexts, textsOf } from "./documentTexts.ts";

export type DocumentActor = ActorRefFrom<typeof stockDocumentMachine>;

/**
 * Runs the machine of a stock document. Shows a toast after each action, and opens the list when Esc is pressed or
 * after the document was removed. `document` is undefined until it is loaded.
 */
export const useStockDocument = <Document extends StockDocument>({
  descriptor,
  path,
  allowed,
  listPath,
  texts,
}: {
  descriptor: DocumentDescriptor<Document>;
  path: DocumentPath;
  allowed: readonly DocumentAction[];
  listPath: string;
  texts: DocumentTexts;
}) => {
  const services = useServices();
  const actor = useProvidedActor(
    stockDocumentMachine,
    () => stockDocumentActors(services, descriptor),
    { path, allowed, topics: descriptor.topics },
    { id: `${descriptor.name} ${path.id}` },
  );
  const state = useSelector(actor, (snapshot) => snapshot);
  const [, navigate] = useLocation();
  const { entry } = state.context;
  const isRemoved = state.matches("removed");
  const way = withLastQuery(listPath);
  const close = useEffectEvent(() => navigate(way));
  useWayBack(way);
  useEmitted(actor, { "action.done": ({ action }) => toast(textsOf(texts, action).done) });
  useEffect(() => {
    if (isRemoved) close();
  }, [isRemoved]);
  return { actor, state, document: descriptor.isDocument(entry) ? entry : undefined };
};
