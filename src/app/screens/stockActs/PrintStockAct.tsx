import { formatDate } from "#domain/format.ts";
import type { StockAct } from "#machines/directory/descriptors/stockActs.ts";
import { PrintButton } from "../../ui/PrintButton.tsx";
import { PrintedActLines } from "./StockActLines.tsx";
import { actReasons, actStates } from "./stockActTexts.ts";

const titles = { writeOff: "Акт списания", production: "Акт приготовления" } as const;

/** Button that prints a stock act on A4, with lines for the signatures. */
export const PrintStockAct = ({ act, timeZone }: { act: StockAct; timeZone: string }) => (
  <PrintButton paper="a4">
    <h1 className="mb-1 text-base font-bold">
      {titles[act.kind]} № {act.id} от {formatDate(act.date, timeZone)}
    </h1>
    <p className="mb-3">
      {act.reason && `Причина: ${actReasons[act.reason].toLowerCase()}. `}
      {act.comment && `${act.comment}. `}
      {actStates[act.state].title}.
    </p>
    <PrintedActLines act={act} />
    <p className="mt-8">
      {act.kind === "writeOff"
        ? "Ответственный ____________________ Члены комиссии ____________________ ____________________"
        : "Приготовил ____________________ Принял ____________________"}
    </p>
  </PrintButton>
);
