import { Upload } from "lucide-react";
import { type ClipboardEvent, useRef } from "react";
import type { UseFormReturn } from "react-hook-form";
import { formatMoney } from "#domain/money.ts";
import { documentSums } from "#domain/packingList.ts";
import { TABLES } from "#machines/catalogue/itemImport.ts";
import {
  addTableLines,
  blankLine,
  isBlankLine,
  lineNumbers,
  type PackingLineDraft,
  type PackingListDraft,
} from "#machines/directory/descriptors/packingListEditor.ts";
import type { PackingListItem } from "#machines/directory/descriptors/packingLists.ts";
import { Button } from "../../ui/Button.tsx";
import { GridTotal, LineGridFrame } from "../stockDocuments/LineGridFrame.tsx";
import { useFormLines } from "../stockDocuments/useFormLines.ts";
import { useLineGrid } from "../stockDocuments/useLineGrid.ts";
import { LineTableErrors } from "./LineTableErrors.tsx";
import { PackingLineRow } from "./PackingLineRow.tsx";
import { useLineTable } from "./useLineTable.ts";

const hasCells = (text: string): boolean => text.includes("\t");

const Total = ({ lines, isVatIncluded }: { lines: readonly PackingLineDraft[]; isVatIncluded: boolean }) => {
  const { amount, vatAmount } = documentSums(
    lines.filter((line) => !isBlankLine(line)).map(lineNumbers),
    isVatIncluded,
  );
  return (
    <GridTotal label="Итого" amount={amount}>
      <span className="text-sm text-muted">, в том числе НДС {formatMoney(vatAmount)}</span>
    </GridTotal>
  );
};

const FileButton = ({ isBusy, onFile }: { isBusy: boolean; onFile: (file: File) => void }) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={TABLES}
        className="hidden"
        aria-label="Файл с таблицей"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) onFile(file);
          target.value = "";
        }}
      />
      <Button why={isBusy && "Таблица читается"} onClick={() => input.current?.click()}>
        <Upload size={16} aria-hidden />
        Из файла
      </Button>
    </>
  );
};

/**
 * Grid with the lines of a packing list. Cells that are pasted from a spreadsheet are added as lines. Enter moves to
 * the next cell or adds a line. Outside of the item cells, the up and down arrows move between the lines.
 */
export const PackingLineGrid = ({
  form,
  items,
  companyId,
}: {
  form: UseFormReturn<PackingListDraft>;
  items: readonly PackingListItem[];
  companyId: number;
}) => {
  const { errors } = form.formState;
  const [lines, isVatIncluded] = form.watch(["items", "isVatIncluded"]);
  const access = useFormLines<PackingLineDraft>(form);
  const table = useLineTable(companyId, (read) => access.onLines(addTableLines(access.readLines(), read)));
  const rows = useLineGrid({ lines, blank: blankLine, ...access });
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text/plain");
    if (!hasCells(text)) return;
    event.preventDefault();
    table.read(new File([text], "paste.csv", { type: "text/csv" }));
  };
  return (
    <LineGridFrame
      lines={rows}
      hint="Enter — следующее поле. Строки можно вставить из таблицы: товар, количество (или «2 мешка»), цена, НДС."
      notes={
        <>
          <LineTableErrors table={table} />
          {table.isBusy && <p role="status">Читаем таблицу…</p>}
        </>
      }
      error={errors.items?.message}
      buttons={
        <>
          <FileButton isBusy={table.isBusy} onFile={table.read} />
          {table.isBusy && <Button onClick={table.cancel}>Отменить чтение</Button>}
        </>
      }
      total={<Total lines={lines} isVatIncluded={isVatIncluded} />}
      onPaste={paste}
    >
      {lines.map((line, at) => (
        <PackingLineRow
          key={line.key}
          line={line}
          at={at}
          items={items}
          isVatIncluded={isVatIncluded}
          errors={errors.items?.[at]}
          commands={rows.commands}
        />
      ))}
    </LineGridFrame>
  );
};
