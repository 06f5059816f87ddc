import type { OrderPrice } from "#domain/pricing.ts";
import type { OrderLineDraft } from "#machines/orders/editor/draft.ts";
import { LineRow } from "./LineRow.tsx";

/** Rows of the order's lines with their prices. */
export const LineRows = ({
  lines,
  price,
  onOpen,
}: {
  lines: readonly OrderLineDraft[];
  price: OrderPrice;
  onOpen: (key: string) => void;
}) =>
  lines.map((line, index) => {
    const { amount = 0, modificators = [], discountDescription = "" } = price.lines[index] ?? {};
    const extras = modificators.reduce((sum, one) => sum + one.amount, 0);
    return (
      <LineRow
        key={line.key}
        line={line}
        amount={amount}
        extras={extras}
        discount={discountDescription}
        onOpen={onOpen}
      />
    );
  });
