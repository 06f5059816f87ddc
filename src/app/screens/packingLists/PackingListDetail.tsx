import { useSelector } from "@xstate/react";
import { Pencil } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { useLocation } from "wouter";
import type { ActorRefFrom } from "xstate";
import { unwrap } from "#api/client.ts";
import { isPackingList, type PackingList, packingListDocument } from "#machines/directory/descriptors/packingLists.ts";
import { stockDocumentActors } from "#machines/stock/stockDocument.actors.ts";
import { stockDocumentMachine } from "#machines/stock/stockDocument.machine.ts";
import { type ActionReason, type DocumentAction, isForceable, reasonNotToAct } from "#machines/stock/stockDocument.ts";
import { ConfirmCommand } from "../../directory/ConfirmCommand.tsx";
import { OpeningStates } from "../../directory/OpeningStates.tsx";
import { useCommands } from "../../keyboard/commands.ts";
import { usePermissions, useServices, useTimeZone } from "../../services/context.ts";
import { failureText } from "../../services/failureText.ts";
import { missingPermission } from "../../services/permissionReasons.ts";
import { ActionLink } from "../../shared/ActionLink.tsx";
import { MutationProgress } from "../../shared/MutationProgress.tsx";
import { TableExport } from "../../shared/TableExport.tsx";
import { useEmitted } from "../../shared/useEmitted.ts";
import { useWayBack } from "../../shared/useLeaveGuard.ts";
import { useProvidedActor } from "../../shared/useProvidedActor.ts";
import { useTitle } from "../../shared/useTitle.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorBox } from "../../ui/ErrorBox.tsx";
import { Note } from "../../ui/Note.tsx";
import { toast } from "../../ui/toast.ts";
import { PackingListFacts } from "./PackingListFacts.tsx";
import { PackingListLines } from "./PackingListLines.tsx";
import { PrintPackingList } from "./PrintPackingList.tsx";
import { packingTitle, unpaidAmount } from "./packingListTexts.ts";
import { useAllowedActions } from "./usePackingRights.ts";

type DocumentActor = ActorRefFrom<typeof stockDocumentMachine>;

const returnQuestion = "Товар спишется со склада. Изменить накладную потом нельзя, только отменить.";
const questions: Readonly<Record<DocumentAction, readonly [title: string, question: string]>> = {
  approve: [
    "Провести накладную?",
    "Товар попадёт на склад, а цены — в себестоимость. Изменить накладную потом нельзя, только отменить.",
  ],
  reverse: [
    "Отменить накладную?",
    "На складе появятся обратные операции с той же датой. Себестоимость станет такой, как без этой накладной.",
  ],
  remove: ["Удалить черновик?", "Вернуть его будет нельзя."],
};
const doneTexts: Readonly<Record<DocumentAction, string>> = {
  approve: "Накладная проведена",
  reverse: "Накладная отменена",
  remove: "Черновик удалён",
};
const refusedTitles: Readonly<Record<DocumentAction, string>> = {
  approve: "Накладная не проведена",
  reverse: "Накладная не отменена",
  remove: "Черновик не удалён",
};
const progressTexts = {
  sending: "Записываем…",
  verifying: "Узнаём, записано ли действие",
  notRecorded: "Действие не записано: сервер не ответил.",
};

const reasonText = (reason: ActionReason | undefined, action: DocumentAction): string | undefined => {
  if (reason === undefined) return undefined;
  if (reason === "notAllowed") return missingPermission(action === "remove" ? "stock.edit" : "stock.approve");
  return "Состояние накладной этого не допускает";
};

const Actions = ({ actor, list }: { actor: DocumentActor; list: PackingList }) => {
  const { api } = useServices();
  const { companyId, id, state } = list;
  const context = useSelector(actor, (snapshot) => snapshot.context);
  const may = usePermissions(companyId);
  const timeZone = useTimeZone(companyId);
  const path = `/Company/${companyId}`;
  const whyNot = (action: DocumentAction) => reasonText(reasonNotToAct(context, action), action);
  const ask = (action: DocumentAction) => () => actor.send({ type: "document.act", action });
  const main = state === "draft" ? "approve" : "reverse";
  useCommands([
    { title: "Обновить", keys: "r", run: () => actor.send({ type: "document.refresh" }) },
    { title: "Провести накладную", keys: "Ctrl+Enter", why: whyNot("approve"), run: ask("approve") },
  ]);
  return (
    <>
      <PrintPackingList list={list} timeZone={timeZone} />
      <TableExport
        name={`nakladnaya-${list.itemNumber ?? id}`}
        make={(format, signal) =>
          unwrap(
            api.GET("/api/PackingList/{id}/Company/{companyId}/File", {
              params: { path: { companyId, id }, query: { format } },
              parseAs: "blob",
              signal,
            }),
          )
        }
      />
      {state === "approved" && unpaidAmount(list) > 0 && (
        <ActionLink
          href={`${path}/Finance/Transaction/New?packingList=${id}`}
          why={may("finance.edit") ? undefined : missingPermission("finance.edit")}
        >
          {list.kind === "return" ? "Записать приход" : "Оплатить"}
        </ActionLink>
      )}
      {state === "draft" && (
        <>
          <Button why={whyNot("remove")} onClick={ask("remove")}>
            Удалить
          </Button>
          <ActionLink
            href={`${path}/PackingList/${id}/Edit`}
            why={may("stock.edit") ? undefined : missingPermission("stock.edit")}
          >
            <Pencil size={16} aria-hidden />
            Изменить
          </ActionLink>
        </>
      )}
      {state !== "reversed" && (
        <Button
          kind={state === "draft" ? "primary" : "plain"}
          why={whyNot(main)}
          onClick={ask(main)}
          {...(state === "draft" && { keys: "Ctrl+Enter" })}
        >
          {state === "draft" ? "Провести" : "Отменить накладную"}
        </Button>
      )}
    </>
  );
};

const Dialogs = ({ actor }: { actor: DocumentActor }) => {
  const state = useSelector(actor, (snapshot) => snapshot);
  const { action, failure, entry } = state.context;
  const { change } = state.children;
  const isReturn = isPackingList(entry) && entry.kind === "return";
  const [title, question] = questions[action];
  return (
    <>
      {state.matches("confirming") && (
        <ConfirmCommand
          title={title}
          question={isReturn && action === "approve" ? returnQuestion : question}
          onYes={() => actor.send({ type: "action.confirm" })}
          onNo={() => actor.send({ type: "action.cancel" })}
        />
      )}
      {change && <MutationProgress mutation={change} texts={progressTexts} />}
      {state.matches("stale") && (
        <Note>
          <span className="min-w-0 flex-1">
            Накладную изменил кто-то другой. Посмотрите, что стало, и повторите действие.
          </span>
          <Button data-autofocus onClick={() => actor.send({ type: "theirs.look" })}>
            Понятно
          </Button>
        </Note>
      )}
      {state.matches("refused") && failure && (
        <ErrorBox title={refusedTitles[action]} message={failureText(failure)}>
          {isForceable(failure) && (
            <Button kind="danger" onClick={() => actor.send({ type: "refusal.force" })}>
              Всё равно {action === "approve" ? "провести" : "отменить"}
            </Button>
          )}
          <Button onClick={() => actor.send({ type: "refusal.dismiss" })}>Понятно</Button>
        </ErrorBox>
      )}
    </>
  );
};

/** Screen of one packing list, which the user approves, reverses or removes (areas, section 2). */
export const PackingListDetail = ({ companyId, id }: { companyId: number; id: number }) => {
  const services = useServices();
  const listPath = `/Company/${companyId}/PackingList`;
  const allowed = useAllowedActions(companyId);
  const actor = useProvidedActor(
    stockDocumentMachine,
    () => stockDocumentActors(services, packingListDocument),
    { path: { companyId, id }, allowed },
    { id: `packingList ${id}` },
  );
  const state = useSelector(actor, (snapshot) => snapshot);
  const [, navigate] = useLocation();
  const timeZone = useTimeZone(companyId);
  const { entry, readFailure } = state.context;
  const list = isPackingList(entry) ? entry : undefined;
  const title = list ? packingTitle(list) : "Накладная";
  const isRemoved = state.matches("removed");
  const close = useEffectEvent(() => navigate(listPath));
  useTitle(title);
  useWayBack(listPath);
  useEmitted(actor, { "action.done": ({ action }) => toast(doneTexts[action]) });
  useEffect(() => {
    if (isRemoved) close();
  }, [isRemoved]);
  return (
    <>
      <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="mr-auto wrap-anywhere">{title}</h1>
        {list && state.matches("shown") && <Actions actor={actor} list={list} />}
      </header>
      <Dialogs actor={actor} />
      {list ? (
        <section aria-label={title} className="card max-w-4xl">
          {readFailure && <ErrorBox message={failureText(readFailure)} />}
          <PackingListFacts list={list} timeZone={timeZone} />
          <PackingListLines list={list} />
        </section>
      ) : (
        <OpeningStates
          state={state.matches("missing") ? "missing" : readFailure ? "failed" : "opening"}
          error={state.matches("missing") ? "Такой накладной нет, или она вам не доступна." : failureText(readFailure)}
          isOffered={readFailure?.kind !== "notOffered"}
          listPath={listPath}
          onRetry={() => actor.send({ type: "document.refresh" })}
        />
      )}
    </>
  );
};
