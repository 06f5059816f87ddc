import { useSelector } from "@xstate/react";
import { Pencil } from "lucide-react";
import { makePackingListTable } from "#machines/directory/descriptors/documentFiles.ts";
import { type PackingList, packingListDocument } from "#machines/directory/descriptors/packingLists.ts";
import { type DocumentAction, reasonNotToAct } from "#machines/stock/stockDocument.ts";
import { OpeningStates } from "../../directory/OpeningStates.tsx";
import { useCommands } from "../../keyboard/commands.ts";
import { useApi, usePermissions, useTimeZone } from "../../services/context.ts";
import { failureText } from "../../services/failureText.ts";
import { missingPermission } from "../../services/permissionReasons.ts";
import { ActionLink } from "../../shared/ActionLink.tsx";
import { TableExport } from "../../shared/TableExport.tsx";
import { useTitle } from "../../shared/useTitle.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorBox } from "../../ui/ErrorBox.tsx";
import { DocumentDialogs } from "../stockDocuments/DocumentDialogs.tsx";
import { actionReasonText, type DocumentTexts } from "../stockDocuments/documentTexts.ts";
import { useAllowedActions } from "../stockDocuments/useDocumentRights.ts";
import { type DocumentActor, useStockDocument } from "../stockDocuments/useStockDocument.ts";
import { PackingListFacts } from "./PackingListFacts.tsx";
import { PackingListLines } from "./PackingListLines.tsx";
import { PrintPackingList } from "./PrintPackingList.tsx";
import { packingTitle, unpaidAmount } from "./packingListTexts.ts";

const question = "Товар попадёт на склад, а цены — в себестоимость. Изменить накладную потом нельзя, только отменить.";
const returnQuestion = "Товар спишется со склада. Изменить накладную потом нельзя, только отменить.";

const texts = {
  actions: {
    approve: {
      title: "Провести накладную?",
      question,
      done: "Накладная проведена",
      refused: "Накладная не проведена",
      force: "Всё равно провести",
    },
    reverse: {
      title: "Отменить накладную?",
      question:
        "На складе появятся обратные операции с той же датой. Себестоимость станет такой, как без этой накладной.",
      done: "Накладная отменена",
      refused: "Накладная не отменена",
      force: "Всё равно отменить",
    },
    remove: {
      title: "Удалить черновик?",
      question: "Вернуть его будет нельзя.",
      done: "Черновик удалён",
      refused: "Черновик не удалён",
    },
  },
  stale: "Накладную изменил кто-то другой. Посмотрите, что стало, и повторите действие.",
} satisfies DocumentTexts;

const returnTexts: DocumentTexts = {
  ...texts,
  actions: { ...texts.actions, approve: { ...texts.actions.approve, question: returnQuestion } },
};

const Actions = ({ actor, list }: { actor: DocumentActor; list: PackingList }) => {
  const api = useApi();
  const { companyId, id, state } = list;
  const context = useSelector(actor, (snapshot) => snapshot.context);
  const may = usePermissions(companyId);
  const timeZone = useTimeZone(companyId);
  const path = `/Company/${companyId}`;
  const whyNot = (action: DocumentAction) => actionReasonText(reasonNotToAct(context, action), action);
  const ask = (action: DocumentAction) => () => actor.send({ type: "document.act", action });
  const main = state === "draft" ? "approve" : "reverse";
  useCommands([
    { title: "Обновить", keys: "r", run: () => actor.send({ type: "document.refresh" }) },
    { title: "Провести накладную", keys: "Ctrl+Enter", why: whyNot("approve"), run: ask("approve") },
  ]);
  return (
    <>
      <PrintPackingList list={list} timeZone={timeZone} />
      <TableExport name={packingTitle(list)} make={makePackingListTable(api, { companyId, id })} />
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

/** Screen of one packing list, which the user approves, reverses or removes (areas, section 2). */
export const PackingListDetail = ({ companyId, id }: { companyId: number; id: number }) => {
  const listPath = `/Company/${companyId}/PackingList`;
  const allowed = useAllowedActions(companyId);
  const timeZone = useTimeZone(companyId);
  const {
    actor,
    state,
    document: list,
  } = useStockDocument({ descriptor: packingListDocument, path: { companyId, id }, allowed, listPath, texts });
  const { readFailure } = state.context;
  const title = list ? packingTitle(list) : "Накладная";
  useTitle(title);
  return (
    <>
      <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="mr-auto wrap-anywhere">{title}</h1>
        {list && state.matches("shown") && <Actions actor={actor} list={list} />}
      </header>
      <DocumentDialogs actor={actor} texts={list?.kind === "return" ? returnTexts : texts} />
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
