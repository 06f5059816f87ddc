import { createPortal } from "react-dom";
import type { Schemas } from "#api/client.ts";
import { completeOrder } from "#machines/queries/order.ts";
import { PrintedPaper } from "../PrintedPaper.tsx";
import { paperName } from "./useCenterMachine.ts";

/** Document that is rendered outside of the visible area of the page. The browser prints only this document. */
export const DrawnPaper = ({ paper }: { paper: Schemas["PrintPaper"] }) =>
  createPortal(
    <div aria-hidden data-paper={paperName(paper.job)} className="print-sheet fixed top-0 left-[-300vw] print:static">
      <PrintedPaper
        {...paper}
        order={completeOrder(paper.order, paper.job.companyId)}
        document={paper.job.kind}
        isCopy={paper.job.isCopy}
      />
    </div>,
    document.body,
  );
