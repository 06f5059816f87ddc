import { formatQuantity } from "#domain/quantity.ts";
import type { InventoryLine } from "#machines/directory/descriptors/inventories.ts";
import { DirectoryTable } from "../../directory/DirectoryTable.tsx";
import type { TableColumn } from "../../directory/listParts.ts";
import { classNames } from "../../ui/classNames.ts";
import { signedMoney, signedQuantity } from "./inventoryTexts.ts";

type Row = InventoryLine & { readonly id: number };

const REASONS = "count-reasons";
const usualReasons = ["Усушка", "Порча", "Бой", "Пересорт", "Ошибка в накладной", "Ошибка в рецепте"];

const toneOf = (difference: number | null): string | undefined => {
  if (!difference) return undefined;
  return difference < 0 ? "text-negative" : "text-positive";
};

/**
 * Expected quantity of a line. If the expected quantity has changed since the review, the earlier quantity is also
 * shown.
 */
const Expected = ({ line: { expected, expectedBefore, unit } }: { line: InventoryLine }) => {
  if (expected === null) return "—";
  return (
    <span className="whitespace-nowrap">
      {expectedBefore !== null && (
        <span className="block text-xs text-muted">
          было <s>{formatQuantity(expectedBefore, unit)}</s>
        </span>
      )}
      {expectedBefore === null ? formatQuantity(expected, unit) : <b>стало {formatQuantity(expected, unit)}</b>}
    </span>
  );
};

const Item = ({ line: { title, isMade, entries, unit, difference } }: { line: InventoryLine }) => (
  <span className="block wrap-anywhere">
    {title}
    {isMade && <span className="block text-xs font-normal text-muted">полуфабрикат: разложен по рецепту</span>}
    {entries.length > 1 && difference !== null && (
      <span className="block text-xs font-normal text-muted">
        {entries.map(({ place, count }) => `${place} ${formatQuantity(count, unit)}`).join(", ")}
      </span>
    )}
  </span>
);

const columnsFor = (reason: TableColumn<Row> | undefined): readonly TableColumn<Row>[] => [
  { head: "Товар", narrow: "lead", cell: (line) => <Item line={line} /> },
  { head: "По учёту", align: "right", cell: (line) => <Expected line={line} /> },
  {
    head: "Посчитано",
    align: "right",
    cell: ({ counted, unit }) => (
      <span className="whitespace-nowrap">{counted === null ? "—" : formatQuantity(counted, unit)}</span>
    ),
  },
  {
    head: "Разница",
    align: "right",
    cell: ({ difference, unit }) => (
      <b className={classNames("whitespace-nowrap", toneOf(difference))}>
        {difference === null || difference === 0 ? "—" : signedQuantity(difference, unit)}
      </b>
    ),
  },
  {
    head: "Сумма",
    align: "right",
    cell: ({ amount, difference }) => (
      <b className={classNames("whitespace-nowrap", toneOf(difference))}>
        {amount === null || difference === 0 ? "—" : signedMoney(amount)}
      </b>
    ),
  },
  ...(reason ? [reason] : []),
];

/** Reasons of the differences as typed, and a function that changes a reason. */
export interface ReasonFields {
  readonly textOf: (line: InventoryLine) => string;
  readonly onText: (stockItemId: number, text: string) => void;
}

/** Lines of a review with their differences. `fields` makes the reasons editable. */
export const ReviewTable = ({
  lines,
  fields,
  empty,
  hasReasons,
}: {
  lines: readonly InventoryLine[];
  fields: ReasonFields | undefined;
  empty: string;
  hasReasons: boolean;
}) => {
  const column: TableColumn<Row> = {
    head: "Причина",
    cell: (line) =>
      fields ? (
        <input
          aria-label={`Причина: ${line.title}`}
          list={REASONS}
          maxLength={500}
          autoComplete="off"
          className="field min-w-36"
          value={fields.textOf(line)}
          onChange={({ target }) => fields.onText(line.stockItemId, target.value)}
        />
      ) : (
        <span className="wrap-anywhere">{line.reason ?? "—"}</span>
      ),
  };
  return (
    <>
      <datalist id={REASONS}>
        {usualReasons.map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
      <DirectoryTable
        rows={lines.map((line) => ({ ...line, id: line.stockItemId }))}
        parts={{ columns: columnsFor(hasReasons ? column : undefined), links: [], commands: {} }}
        isSkeleton={false}
        empty={empty}
        onCommand={() => undefined}
      />
    </>
  );
};
