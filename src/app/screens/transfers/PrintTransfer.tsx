import { Printer } from "lucide-react";
import { useCallback, useState } from "react";
import { formatDate } from "#domain/format.ts";
import { formatQuantity } from "#domain/quantity.ts";
import type { Transfer } from "#machines/directory/descriptors/transfers.ts";
import { Button } from "../../ui/Button.tsx";
import { PrintSheet } from "../../ui/PrintSheet.tsx";
import { transferTitle } from "./transferTexts.ts";

/** Button that prints a transfer on A4: the goods go with this sheet. */
export const PrintTransfer = ({ transfer, timeZone }: { transfer: Transfer; timeZone: string }) => {
  const [isPrinting, setIsPrinting] = useState(false);
  const end = useCallback(() => setIsPrinting(false), []);
  const { items, fromCompanyName, toCompanyName, sendingDate, creationDate } = transfer;
  return (
    <>
      <Button onClick={() => setIsPrinting(true)}>
        <Printer size={16} aria-hidden />
        Печать
      </Button>
      {isPrinting && (
        <PrintSheet paper="a4" onDone={end}>
          <h1 className="mb-1 text-base font-bold">
            {transferTitle(transfer)} от {formatDate(sendingDate ?? creationDate, timeZone)}
          </h1>
          <p className="mb-3">
            Откуда: {fromCompanyName}. Куда: {toCompanyName}.
          </p>
          <table className="w-full">
            <thead>
              <tr>
                <th scope="col" className="text-left">
                  Товар
                </th>
                <th scope="col" className="text-right">
                  Отправлено
                </th>
                <th scope="col" className="text-right">
                  Принято
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((line) => (
                <tr key={line.id} className="border-t border-line">
                  <td className="wrap-anywhere">{line.stockItemTitle}</td>
                  <td className="text-right">{formatQuantity(line.count, line.stockItemUnit)}</td>
                  <td className="text-right">
                    {transfer.state === "accepted" ? formatQuantity(line.acceptedCount, line.stockItemUnit) : ""}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className="mt-8">Сдал ____________________ Принял ____________________</p>
        </PrintSheet>
      )}
    </>
  );
};
