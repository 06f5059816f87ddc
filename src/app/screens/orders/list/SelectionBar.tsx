import { counted } from "#domain/format.ts";
import { Button } from "../../../ui/Button.tsx";

/**
 * Bar for the ticked orders at the bottom of the window. The buttons for the status and the courier are shown only if
 * `onStatus` and `onCourier` are given. Only the `shownCount` ticked orders that match the filters are printed.
 */
export const SelectionBar = ({
  count,
  shownCount,
  reasonNotToPrint,
  onPrint,
  onClear,
  onStatus,
  onCourier,
}: {
  count: number;
  shownCount: number;
  reasonNotToPrint: string | undefined;
  onPrint: () => void;
  onClear: () => void;
  onStatus: (() => void) | undefined;
  onCourier: (() => void) | undefined;
}) => (
  <section
    aria-label="Отмеченные заказы"
    className="sticky bottom-(--calls) z-10 mt-2 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-raised px-3 py-2 shadow-float"
  >
    <p className="flex-1 text-sm" role="status">
      Отмечено: <b>{counted(count, ["заказ", "заказа", "заказов"])}</b>
      {shownCount < count && <span className="text-muted"> · не показано фильтром: {count - shownCount}</span>}
    </p>
    <Button kind="ghost" onClick={onClear}>
      Снять отметки
    </Button>
    {onStatus && <Button onClick={onStatus}>Статус…</Button>}
    {onCourier && <Button onClick={onCourier}>Курьер…</Button>}
    <Button kind="primary" why={reasonNotToPrint} keys="P" onClick={onPrint}>
      Печать предчеков ({shownCount})
    </Button>
  </section>
);
