import { useState } from "react";
import type { InventoryLine } from "#machines/directory/descriptors/inventories.ts";
import type { DifferenceReason } from "#machines/stock/stockDocument.ts";
import type { ReasonFields } from "./ReviewTable.tsx";

/** Reasons of the differences as typed by the user. `changes` contains the unsaved reasons. */
export interface TypedReasons {
  readonly fields: ReasonFields;
  readonly changes: readonly DifferenceReason[];
  readonly discard: () => void;
}

/** Returns the reasons that the user types. A typed reason is kept until it is saved or discarded. */
export const useReasons = (items: readonly InventoryLine[]): TypedReasons => {
  const [texts, setTexts] = useState<ReadonlyMap<number, string>>(new Map());
  const changed = items.filter(({ stockItemId, reason }) => {
    const text = texts.get(stockItemId);
    return text !== undefined && text.trim() !== (reason ?? "");
  });
  return {
    fields: {
      textOf: ({ stockItemId, reason }: InventoryLine) => texts.get(stockItemId) ?? reason ?? "",
      onText: (stockItemId: number, text: string) => setTexts(new Map([...texts, [stockItemId, text]])),
    },
    changes: changed.map(
      ({ stockItemId }): DifferenceReason => ({ stockItemId, reason: texts.get(stockItemId)?.trim() || null }),
    ),
    discard: () => setTexts(new Map()),
  };
};
