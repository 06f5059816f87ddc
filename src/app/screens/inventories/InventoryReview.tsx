import { formatMoney } from "#domain/money.ts";
import { formatQuantity } from "#domain/quantity.ts";
import type { Inventory, InventoryLine } from "#machines/directory/descriptors/inventories.ts";
import { reviewedLines, totalsOf } from "#machines/stock/countLines.ts";
import type { DifferenceReason } from "#machines/stock/stockDocument.ts";
import { Button } from "../../ui/Button.tsx";
import { Note } from "../../ui/Note.tsx";
import { positionsText, signedMoney } from "./inventoryTexts.ts";
import { ReviewTable } from "./ReviewTable.tsx";
import type { TypedReasons } from "./useReasons.ts";

const Totals = ({ inventory }: { inventory: Inventory }) => {
  const { loss, surplus } = totalsOf(inventory);
  return (
    <p role="status" aria-label="Итого" className="flex flex-wrap gap-x-6 gap-y-1">
      <span>
        Недостача <b className="whitespace-nowrap text-negative">{formatMoney(loss)}</b>
      </span>
      <span>
        Излишек <b className="whitespace-nowrap text-positive">{formatMoney(surplus)}</b>
      </span>
      <span>
        Итого <b className="whitespace-nowrap">{signedMoney(surplus - loss)}</b>
      </span>
    </p>
  );
};

const Warnings = ({ inventory: { warnings, uncountedParts } }: { inventory: Inventory }) => (
  <>
    {warnings.length > 0 && (
      <Note>
        <span className="min-w-0 flex-1">
          Места посчитаны с разницей больше получаса, товар мог переехать:{" "}
          {warnings.map(({ title, minutes }) => `${title} (${minutes} мин)`).join(", ")}.
        </span>
      </Note>
    )}
    {uncountedParts.length > 0 && (
      <Note>
        <span className="min-w-0 flex-1">
          Есть в посчитанных полуфабрикатах, но сами не посчитаны, поэтому не учтены:{" "}
          {uncountedParts.map(({ title, count, unit }) => `${title} ${formatQuantity(count, unit)}`).join(", ")}.
        </span>
      </Note>
    )}
  </>
);

const Uncounted = ({
  lines,
  isRestZero,
  isOpen,
  why,
  onRest,
}: {
  lines: readonly InventoryLine[];
  isRestZero: boolean;
  isOpen: boolean;
  why: string | undefined;
  onRest: (isZero: boolean) => void;
}) => {
  if (isRestZero)
    return (
      <Note>
        <span className="min-w-0 flex-1">Всё, чего не нашли, посчитано нулём.</span>
        {isOpen && (
          <Button why={why} onClick={() => onRest(false)}>
            Оставить по учёту
          </Button>
        )}
      </Note>
    );
  if (lines.length === 0) return null;
  return (
    <Note>
      <span className="min-w-0 flex-1">
        Не посчитано: <b>{lines.length}</b>. {isOpen ? "Остаток по ним не изменится" : "Остаток по ним не менялся"}:{" "}
        {lines
          .slice(0, 10)
          .map(({ title }) => title)
          .join(", ")}
        {lines.length > 10 && " и другие"}.
      </span>
      {isOpen && (
        <Button why={why} onClick={() => onRest(true)}>
          Посчитать их нулём
        </Button>
      )}
    </Note>
  );
};

/** Actions on an inventory in review, with the reasons why they are disabled. */
export interface ReviewActions {
  /** Reason why the user may not decide whether uncounted lines count as zero. */
  readonly whyNotToReview: string | undefined;
  readonly whyNotToExplain: string | undefined;
  readonly onRest: (isZero: boolean) => void;
  readonly onReasons: (reasons: readonly DifferenceReason[]) => void;
}

const ReasonBar = ({ reasons, actions }: { reasons: TypedReasons; actions: ReviewActions }) =>
  reasons.changes.length > 0 && (
    <div className="sticky bottom-(--calls) flex flex-wrap items-center justify-end gap-2 border-t border-line bg-raised py-2">
      <span className="mr-auto text-sm text-muted">Причины не сохранены: {reasons.changes.length}</span>
      <Button onClick={reasons.discard}>Отменить</Button>
      <Button kind="primary" why={actions.whyNotToExplain} onClick={() => actions.onReasons(reasons.changes)}>
        Сохранить причины
      </Button>
    </div>
  );

/** Quantities that were counted before the inventory was cancelled. They did not change the stock. */
const CancelledLines = ({ inventory }: { inventory: Inventory }) => {
  const { different, equal } = reviewedLines(inventory);
  return (
    <ReviewTable
      lines={[...different, ...equal]}
      fields={undefined}
      empty="Ничего не посчитали."
      hasReasons={different.some(({ reason }) => reason !== null)}
    />
  );
};

/**
 * Differences that an inventory has found, each with its cost, the largest loss first. For a cancelled inventory, the
 * counted quantities are shown instead. With `actions` the user can change the reasons, and decide whether uncounted
 * lines count as zero.
 */
export const InventoryReview = ({
  inventory,
  reasons,
  actions,
}: {
  inventory: Inventory;
  reasons: TypedReasons;
  actions: ReviewActions | undefined;
}) => {
  const { different, equal, uncounted } = reviewedLines(inventory);
  if (inventory.state === "cancelled") return <CancelledLines inventory={inventory} />;
  const canExplain = actions !== undefined && actions.whyNotToExplain === undefined;
  return (
    <section aria-label="Проверка" className="grid gap-3">
      <Totals inventory={inventory} />
      <Warnings inventory={inventory} />
      <Uncounted
        lines={uncounted}
        isRestZero={inventory.isRestZero}
        isOpen={actions !== undefined}
        why={actions?.whyNotToReview}
        onRest={(isZero) => actions?.onRest(isZero)}
      />
      <ReviewTable
        lines={different}
        fields={canExplain ? reasons.fields : undefined}
        empty="Всё сошлось: посчитанное равно учёту."
        hasReasons
      />
      {actions && <ReasonBar reasons={reasons} actions={actions} />}
      {equal.length > 0 && (
        <details>
          <summary className="py-2 text-sm text-muted">Сошлось: {positionsText(equal.length)}</summary>
          <ReviewTable lines={equal} fields={undefined} empty="" hasReasons={false} />
        </details>
      )}
    </section>
  );
};
