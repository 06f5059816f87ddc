import { formatDate } from "#domain/format.ts";
import { formatQuantity } from "#domain/quantity.ts";
import type { Transfer } from "#machines/directory/descriptors/transfers.ts";
import { PrintButton } from "../../ui/PrintButton.tsx";
import { PrintedTable } from "../stockDocuments/PrintedTable.tsx";
import { transferTitle } from "./transferTexts.ts";

/** Button that prints a transfer on A4, as a sheet that accompanies the goods. */
export const PrintTransfer = ({ transfer, timeZone }: { transfer: Transfer; timeZone: string }) => {
  const { items, fromCompanyName, toCompanyName, sendingDate, creationDate, state } = transfer;
  return (
    <PrintButton paper="a4">
      <h1 className="mb-1 text-base font-bold">
        {transferTitle(transfer)} от {formatDate(sendingDate ?? creationDate, timeZone)}
      </h1>
      <p className="mb-3">
        Откуда: {fromCompanyName}. Куда: {toCompanyName}.
      </p>
      <PrintedTable
        rows={items}
        titleOf={(line) => line.stockItemTitle}
        columns={[
          { head: "Отправлено", cell: ({ count, stockItemUnit }) => formatQuantity(count, stockItemUnit) },
          {
            head: "Принято",
            cell: ({ acceptedCount, stockItemUnit }) =>
              state === "accepted" ? formatQuantity(acceptedCount, stockItemUnit) : "",
          },
        ]}
      />
      <p className="mt-8">Сдал ____________________ Принял ____________________</p>
    </PrintButton>
  );
};
