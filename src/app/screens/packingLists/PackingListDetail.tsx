import { makePackingListTable } from "#machines/directory/descriptors/documentFiles.ts";
import { type PackingList, packingListDocument } from "#machines/directory/descriptors/packingLists.ts";
import { useApi, usePermissions, useTimeZone } from "../../services/context.ts";
import { missingPermission } from "../../services/permissionReasons.ts";
import { ActionLink } from "../../shared/ActionLink.tsx";
import { TableExport } from "../../shared/TableExport.tsx";
import { DocumentActions } from "../stockDocuments/DocumentActions.tsx";
import { DocumentScreen } from "../stockDocuments/DocumentScreen.tsx";
import type { DocumentTexts } from "../stockDocuments/documentTexts.ts";
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
  shelf: {
    title: "Товар уже вернули, когда считали склад?",
    hint: "«Да»: остаток после подсчёта не изменится. «Нет»: товар вычтется из посчитанного.",
  },
};

const Actions = ({ actor, list }: { actor: DocumentActor; list: PackingList }) => {
  const api = useApi();
  const { companyId, id, state } = list;
  const may = usePermissions(companyId);
  const timeZone = useTimeZone(companyId);
  const path = `/Company/${companyId}`;
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
      <DocumentActions
        actor={actor}
        companyId={companyId}
        state={state}
        editPath={`${path}/PackingList/${id}/Edit`}
        approveTitle="Провести накладную"
        reverseLabel="Отменить накладную"
      />
    </>
  );
};

/**
 * Screen of a packing list, on which the user prints, exports, pays, edits, approves, reverses or removes it (areas,
 * section 2).
 */
export const PackingListDetail = ({ companyId, id }: { companyId: number; id: number }) => {
  const listPath = `/Company/${companyId}/PackingList`;
  const allowed = useAllowedActions(companyId);
  const timeZone = useTimeZone(companyId);
  const { actor, document: list } = useStockDocument({
    descriptor: packingListDocument,
    path: { companyId, id },
    allowed,
    listPath,
    texts,
  });
  return (
    <DocumentScreen
      actor={actor}
      title={list ? packingTitle(list) : "Накладная"}
      texts={list?.kind === "return" ? returnTexts : texts}
      actions={list && <Actions actor={actor} list={list} />}
      listPath={listPath}
      missingText="Такой накладной нет, или она вам не доступна."
      facts={list && <PackingListFacts list={list} timeZone={timeZone} />}
    >
      {list && <PackingListLines list={list} />}
    </DocumentScreen>
  );
};
