import { formatMoney, roundMoney } from "#domain/money.ts";
import { TickBox } from "../../../ui/TickBox.tsx";
import type { EditorZone } from "./useDeliveryZone.ts";
import { useEditor, useEditorActor } from "./useEditor.ts";

/**
 * Hint that the price of the dishes is below the zone's minimum amount, with a checkbox that accepts such an order.
 * `goods` is the price of the dishes, roubles. With `isRefused` the hint is hidden, because the field already shows
 * an error.
 */
export const ZoneMinimum = ({ zone, goods, isRefused }: { zone: EditorZone; goods: number; isRefused: boolean }) => {
  const editor = useEditorActor();
  const isWaived = useEditor(({ context }) => context.draft.isMinimumWaived);
  return (
    <div className="text-sm">
      {!isRefused && (
        <p className="text-warning">
          В эту зону везём от {formatMoney(zone.minAmount)} — не хватает{" "}
          {formatMoney(roundMoney(zone.minAmount - goods))}
        </p>
      )}
      <TickBox
        checked={isWaived}
        onChange={(event) => editor.send({ type: "draft.waive", isWaived: event.target.checked })}
      >
        Всё равно принять
      </TickBox>
    </div>
  );
};
