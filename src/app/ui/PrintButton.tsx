import { Printer } from "lucide-react";
import { type ReactNode, useCallback, useState } from "react";
import { Button } from "./Button.tsx";
import { type Paper, PrintSheet } from "./PrintSheet.tsx";

/** Button that prints `children` on the given paper. The children are rendered only for printing. */
export const PrintButton = ({ paper, children }: { paper: Paper; children: ReactNode }) => {
  const [isPrinting, setIsPrinting] = useState(false);
  const end = useCallback(() => setIsPrinting(false), []);
  return (
    <>
      <Button onClick={() => setIsPrinting(true)}>
        <Printer size={16} aria-hidden />
        Печать
      </Button>
      {isPrinting && (
        <PrintSheet paper={paper} onDone={end}>
          {children}
        </PrintSheet>
      )}
    </>
  );
};
