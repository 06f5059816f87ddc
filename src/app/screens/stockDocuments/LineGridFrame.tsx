import { Plus } from "lucide-react";
import type { ClipboardEvent, ReactNode } from "react";
import { formatMoney } from "#domain/money.ts";
import { Button } from "../../ui/Button.tsx";
import type { LineGrid } from "./useLineGrid.ts";

/** Sum of a grid's lines, roubles, shown below the grid. `children` is shown after the sum. */
export const GridTotal = ({ label, amount, children }: { label: string; amount: number; children?: ReactNode }) => (
  <>
    {label} <strong className="whitespace-nowrap tabular-nums">{formatMoney(amount)}</strong>
    {children}
  </>
);

/** Frame of a line grid: hint, `notes`, the rows, the error of the lines, the buttons, and the total. */
export const LineGridFrame = ({
  lines: { grid, add, whyNotToAdd, moveByKey },
  hint,
  notes,
  error,
  buttons,
  total,
  onPaste,
  children,
}: {
  lines: Pick<LineGrid, "grid" | "add" | "whyNotToAdd" | "moveByKey">;
  hint: string;
  notes?: ReactNode;
  error: string | undefined;
  /** Buttons beside "Добавить строку". */
  buttons?: ReactNode;
  /** `GridTotal` of the lines. */
  total: ReactNode;
  onPaste?: (event: ClipboardEvent) => void;
  children: ReactNode;
}) => (
  <fieldset className="card grid gap-3" onKeyDown={moveByKey} onPaste={onPaste}>
    <legend className="float-left mb-1 font-semibold">Товары</legend>
    <p className="clear-both text-sm text-muted">{hint}</p>
    {notes}
    <div ref={grid} className="clear-both grid gap-2">
      {children}
    </div>
    {error && <p className="text-sm text-negative">{error}</p>}
    <div className="flex flex-wrap gap-2">
      <Button why={whyNotToAdd} onClick={add}>
        <Plus size={16} aria-hidden />
        Добавить строку
      </Button>
      {buttons}
    </div>
    <p role="status" aria-label="Итого" className="text-right">
      {total}
    </p>
  </fieldset>
);
