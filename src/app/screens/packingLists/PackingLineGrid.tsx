import { Plus, Upload } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
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
import { cellInNextRow, focusCell, nextCell } from "./gridKeys.ts";
import { LineTableErrors } from "./LineTableErrors.tsx";
import { PackingLineRow } from "./PackingLineRow.tsx";
import { useLineTable } from "./useLineTable.ts";

const MOST_LINES = 500;

const hasCells = (text: string): boolean => text.includes("\t");

/** Cell that gets the focus after the next render. */
interface NextFocus {
  readonly row: number;
  readonly cell: "item" | "count";
}

const Totals = ({ lines, isVatIncluded }: { lines: readonly PackingLineDraft[]; isVatIncluded: boolean }) => {
  const { amount, vatAmount } = documentSums(
    lines.filter((line) => !isBlankLine(line)).map(lineNumbers),
    isVatIncluded,
  );
  return (
    <p role="status" aria-label="Итого" className="text-right">
      Итого <strong className="whitespace-nowrap tabular-nums">{formatMoney(amount)}</strong>
      <span className="text-sm text-muted">, в том числе НДС {formatMoney(vatAmount)}</span>
    </p>
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
 * Lines of a packing list, as a grid for the keyboard: Enter moves to the next cell and adds a line, the arrow keys move
 * between the lines. Cells that are pasted from a spreadsheet become lines.
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
  const { errors, isSubmitted } = form.formState;
  const [lines, isVatIncluded] = form.watch(["items", "isVatIncluded"]);
  const grid = useRef<HTMLDivElement>(null);
  const [focus, setFocus] = useState<NextFocus>();
  const setLines = (next: PackingLineDraft[]) =>
    form.setValue("items", next, { shouldDirty: true, shouldValidate: isSubmitted });
  const table = useLineTable(companyId, (read) => setLines(addTableLines(form.getValues("items"), read)));
  useEffect(() => {
    if (!focus) return;
    // The combobox takes the focus back when it closes, so the new focus is set in a later task.
    const timer = setTimeout(() => focusCell(grid.current, focus.row, focus.cell));
    return () => clearTimeout(timer);
  }, [focus]);
  const taken = new Set(lines.map(({ stockItemId }) => stockItemId));
  const choicesFor = (own: number) => [
    ...items.map(({ id, title }) => ({
      id,
      name: title,
      why: id !== own && taken.has(id) ? "уже в накладной" : undefined,
    })),
    ...(own > 0 && items.every(({ id }) => id !== own) ? [{ id: own, name: `№ ${own} (удалён)` }] : []),
  ];
  const change = (at: number, patch: Partial<PackingLineDraft>) => {
    setLines(lines.map((line, index) => (index === at ? { ...line, ...patch } : line)));
    const row = lines[at]?.key;
    if (patch.stockItemId !== undefined && row !== undefined) setFocus({ row, cell: "count" });
  };
  const add = () => {
    const line = blankLine(lines);
    setLines([...lines, line]);
    setFocus({ row: line.key, cell: "item" });
  };
  const whyNotToAdd = lines.length >= MOST_LINES && "В накладной не больше 500 строк";
  const moveByKey = (event: KeyboardEvent) => {
    const { target, key } = event;
    if (event.defaultPrevented || event.ctrlKey || !(target instanceof HTMLInputElement) || target.type === "file")
      return;
    const isCombobox = target.getAttribute("role") === "combobox";
    if (key === "Enter" && grid.current) {
      // Enter would submit the form.
      event.preventDefault();
      if (isCombobox && target.getAttribute("aria-expanded") === "true") return;
      const next = nextCell(grid.current, target);
      if (next) {
        next.focus();
        next.select();
      } else if (!whyNotToAdd) add();
    } else if ((key === "ArrowDown" || key === "ArrowUp") && !isCombobox) {
      event.preventDefault();
      cellInNextRow(target, key === "ArrowDown" ? 1 : -1)?.focus();
    }
  };
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text/plain");
    if (!hasCells(text)) return;
    event.preventDefault();
    table.read(new File([text], "paste.csv", { type: "text/csv" }));
  };
  return (
    <fieldset className="card grid gap-3" onKeyDown={moveByKey} onPaste={paste}>
      <legend className="float-left mb-1 font-semibold">Товары</legend>
      <p className="clear-both text-sm text-muted">
        Enter — следующее поле. Строки можно вставить из таблицы: товар, количество, цена, НДС.
      </p>
      <LineTableErrors table={table} />
      {table.isBusy && <p role="status">Читаем таблицу…</p>}
      <div ref={grid} className="clear-both grid gap-2">
        {lines.map((line, at) => (
          <PackingLineRow
            key={line.key}
            line={line}
            at={at}
            items={items}
            choices={choicesFor(line.stockItemId)}
            isVatIncluded={isVatIncluded}
            errors={errors.items?.[at]}
            onChange={(patch) => change(at, patch)}
            onRemove={() => setLines(lines.filter((_, index) => index !== at))}
          />
        ))}
      </div>
      {errors.items?.message && <p className="text-sm text-negative">{errors.items.message}</p>}
      <div className="flex flex-wrap gap-2">
        <Button why={whyNotToAdd} onClick={add}>
          <Plus size={16} aria-hidden />
          Добавить строку
        </Button>
        <FileButton isBusy={table.isBusy} onFile={table.read} />
        {table.isBusy && <Button onClick={table.cancel}>Отменить чтение</Button>}
      </div>
      <Totals lines={lines} isVatIncluded={isVatIncluded} />
    </fieldset>
  );
};
