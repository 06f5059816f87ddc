import { useSearch } from "wouter";
import { stockOperationEditor } from "#machines/directory/descriptors/stockOperations.ts";
import { DirectoryEditor } from "../../directory/DirectoryEditor.tsx";
import { useIsOffered } from "../../services/useIsOffered.ts";
import { readIdParameter } from "../../shared/readIdParameter.ts";
import { Link } from "../../ui/Link.tsx";
import { OperationFields } from "./OperationFields.tsx";
import { operationSchema } from "./operationSchema.ts";

/** Form of a manual stock operation. The stock item in the query string is selected when the form opens. */
export const StockOperationEditor = ({ companyId }: { companyId: number }) => {
  const stockItemId = readIdParameter(useSearch(), "stockItem");
  const hasActs = useIsOffered("POST /api/StockAct/Company/{companyId}");
  return (
    <DirectoryEditor
      descriptor={stockOperationEditor}
      scope={{ companyId, stockItemId: stockItemId ?? 0 }}
      id={undefined}
      title="Новая складская операция"
      schema={operationSchema}
      returnTo={`/Company/${companyId}/StockOperation${stockItemId === undefined ? "" : `?stockItem=${stockItemId}`}`}
      savedText={() => "Успешно Сохранено"}
    >
      {(form, stock) => (
        <>
          <OperationFields form={form} stock={stock} />
          {hasActs && (
            <p className="text-sm text-muted">
              Несколько товаров спишите{" "}
              <Link href={`/Company/${companyId}/StockAct/New?kind=writeOff`} className="text-accent underline">
                одним актом
              </Link>
              , а приготовленное впрок запишите{" "}
              <Link href={`/Company/${companyId}/StockAct/New?kind=production`} className="text-accent underline">
                актом приготовления
              </Link>
              .
            </p>
          )}
        </>
      )}
    </DirectoryEditor>
  );
};
