import { makeStockActTable } from "#machines/directory/descriptors/documentFiles.ts";
import { stockActDocument } from "#machines/directory/descriptors/stockActs.ts";
import { useApi, useTimeZone } from "../../services/context.ts";
import { TableExport } from "../../shared/TableExport.tsx";
import { DocumentActions } from "../stockDocuments/DocumentActions.tsx";
import { DocumentScreen } from "../stockDocuments/DocumentScreen.tsx";
import { useAllowedActions } from "../stockDocuments/useDocumentRights.ts";
import { useStockDocument } from "../stockDocuments/useStockDocument.ts";
import { PrintStockAct } from "./PrintStockAct.tsx";
import { StockActFacts } from "./StockActFacts.tsx";
import { StockActLines } from "./StockActLines.tsx";
import { actTexts, actTitle } from "./stockActTexts.ts";

/** Screen of a stock act, on which the user prints, exports, edits, approves, reverses or removes it. */
export const StockActDetail = ({ companyId, id }: { companyId: number; id: number }) => {
  const listPath = `/Company/${companyId}/StockAct`;
  const allowed = useAllowedActions(companyId);
  const timeZone = useTimeZone(companyId);
  const api = useApi();
  const { actor, document: act } = useStockDocument({
    descriptor: stockActDocument,
    path: { companyId, id },
    allowed,
    listPath,
    texts: actTexts.writeOff,
  });
  const title = act ? actTitle(act) : "Акт";
  return (
    <DocumentScreen
      actor={actor}
      title={title}
      texts={actTexts[act?.kind ?? "writeOff"]}
      actions={
        act && (
          <>
            <PrintStockAct act={act} timeZone={timeZone} />
            <TableExport name={title} make={makeStockActTable(api, { companyId, id })} />
            <DocumentActions
              actor={actor}
              companyId={companyId}
              state={act.state}
              editPath={`${listPath}/${id}/Edit`}
              approveTitle="Провести акт"
              reverseLabel="Отменить акт"
            />
          </>
        )
      }
      listPath={listPath}
      missingText="Такого акта нет, или он вам не доступен."
      facts={act && <StockActFacts act={act} timeZone={timeZone} />}
    >
      {act && <StockActLines act={act} />}
    </DocumentScreen>
  );
};
