import { useSelector } from "@xstate/react";
import { Pencil } from "lucide-react";
import { makeTransferTable } from "#machines/directory/descriptors/documentFiles.ts";
import { type Transfer, transferActionsOf, transferDocument } from "#machines/directory/descriptors/transfers.ts";
import { type DocumentAction, reasonNotToAct } from "#machines/stock/stockDocument.ts";
import { useCommands } from "../../keyboard/commands.ts";
import { useApi, usePermissions, useTimeZone } from "../../services/context.ts";
import { missingPermission } from "../../services/permissionReasons.ts";
import { ActionLink } from "../../shared/ActionLink.tsx";
import { TableExport } from "../../shared/TableExport.tsx";
import { Button } from "../../ui/Button.tsx";
import { DocumentScreen } from "../stockDocuments/DocumentScreen.tsx";
import { actionReasonText } from "../stockDocuments/documentTexts.ts";
import { type DocumentActor, useStockDocument } from "../stockDocuments/useStockDocument.ts";
import { AcceptanceSheet } from "./AcceptanceSheet.tsx";
import { PrintTransfer } from "./PrintTransfer.tsx";
import { TransferFacts } from "./TransferFacts.tsx";
import { TransferLines } from "./TransferLines.tsx";
import { transferDocumentTexts, transferTitle } from "./transferTexts.ts";

const Actions = ({ actor, transfer, companyId }: { actor: DocumentActor; transfer: Transfer; companyId: number }) => {
  const context = useSelector(actor, (snapshot) => snapshot.context);
  const may = usePermissions(companyId);
  const { id, state } = transfer;
  const offered = transferActionsOf(companyId, transfer);
  const whyNot = (action: DocumentAction) => actionReasonText(reasonNotToAct(context, action), action);
  const ask = (action: DocumentAction) => () => actor.send({ type: "document.act", action });
  const isDraft = state === "draft";
  useCommands([
    { title: "Обновить", keys: "r", run: () => actor.send({ type: "document.refresh" }) },
    ...(isDraft ? [{ title: "Отправить товар", keys: "Ctrl+Enter", why: whyNot("send"), run: ask("send") }] : []),
  ]);
  return (
    <>
      {isDraft && (
        <>
          <Button why={whyNot("remove")} onClick={ask("remove")}>
            Удалить
          </Button>
          <ActionLink
            href={`/Company/${companyId}/TransferList/${id}/Edit`}
            why={may("stock.edit") ? undefined : missingPermission("stock.edit")}
          >
            <Pencil size={16} aria-hidden />
            Изменить
          </ActionLink>
          <Button kind="primary" keys="Ctrl+Enter" why={whyNot("send")} onClick={ask("send")}>
            Отправить
          </Button>
        </>
      )}
      {state === "sent" && offered.includes("recall") && (
        <Button why={whyNot("recall")} onClick={ask("recall")}>
          Отозвать
        </Button>
      )}
      {state === "sent" && offered.includes("refuse") && (
        <Button why={whyNot("refuse")} onClick={ask("refuse")}>
          Не принимать
        </Button>
      )}
    </>
  );
};

const useAllowedActions = (companyId: number): readonly DocumentAction[] => {
  const may = usePermissions(companyId);
  return [
    ...(may("stock.approve") ? (["send", "accept", "refuse", "recall"] as const) : []),
    ...(may("stock.edit") ? ["remove" as const] : []),
  ];
};

/**
 * Screen of one transfer (areas, section 3). The sender sends and recalls the transfer, and the recipient accepts or
 * refuses it.
 */
export const TransferDetail = ({ companyId, id }: { companyId: number; id: number }) => {
  const listPath = `/Company/${companyId}/TransferList`;
  const allowed = useAllowedActions(companyId);
  const timeZone = useTimeZone(companyId);
  const api = useApi();
  const {
    actor,
    state,
    document: transfer,
  } = useStockDocument({
    descriptor: transferDocument,
    path: { companyId, id },
    allowed,
    listPath,
    texts: transferDocumentTexts,
  });
  const title = transfer ? transferTitle(transfer) : "Перемещение";
  const isAwaited = transfer?.state === "sent" && transfer.toCompanyId === companyId;
  return (
    <DocumentScreen
      actor={actor}
      title={title}
      texts={transferDocumentTexts}
      actions={
        transfer && (
          <>
            <PrintTransfer transfer={transfer} timeZone={timeZone} />
            <TableExport name={title} make={makeTransferTable(api, { companyId, id })} />
            <Actions actor={actor} transfer={transfer} companyId={companyId} />
          </>
        )
      }
      listPath={listPath}
      missingText="Такого перемещения нет, или оно вам не доступно."
      facts={transfer && <TransferFacts transfer={transfer} timeZone={timeZone} />}
    >
      {transfer &&
        (isAwaited ? (
          <AcceptanceSheet
            transfer={transfer}
            companyId={companyId}
            why={
              state.hasTag("busy") ? "Записываем" : actionReasonText(reasonNotToAct(state.context, "accept"), "accept")
            }
            onAccept={(details) => actor.send({ type: "document.act", action: "accept", details })}
          />
        ) : (
          <TransferLines transfer={transfer} />
        ))}
    </DocumentScreen>
  );
};
