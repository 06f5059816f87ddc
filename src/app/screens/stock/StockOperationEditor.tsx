import { useSearch } from "wouter";
import { stockOperationEditor } from "#machines/resources/stockOperations.ts";
import { ResourceEditor } from "../../resource/ResourceEditor.tsx";
import { OperationFields } from "./OperationFields.tsx";
import { operationSchema } from "./operationSchema.ts";
import { readStockItem } from "./readStockItem.ts";
import { useWhyNotStock } from "./useWhyNotStock.ts";

/** The form of a stock operation by hand; the stock item of the query string is chosen already. */
export const StockOperationEditor = ({ companyId }: { companyId: number }) => {
  const whyNot = useWhyNotStock(companyId);
  const stockItemId = readStockItem(useSearch());
  return (
    <ResourceEditor
      resource={stockOperationEditor}
      scope={{ companyId, stockItemId: stockItemId ?? 0 }}
      id={undefined}
      title="Новая складская операция"
      schema={operationSchema}
      returnTo={`/Company/${companyId}/StockOperation${stockItemId === undefined ? "" : `?stockItem=${stockItemId}`}`}
      why={() => whyNot}
      saidWhenSaved={() => "Успешно Сохранено"}
    >
      {(form, stock) => <OperationFields form={form} stock={stock} />}
    </ResourceEditor>
  );
};
