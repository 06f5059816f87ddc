import type { ReactNode } from "react";
import type { ImportReport } from "#machines/catalogue/itemImport.ts";
import { ScrollRegion } from "../../ui/ScrollRegion.tsx";

/** Table for the review of an imported file. The first column is the number of the row in the file. */
const ReviewTable = ({
  label,
  heads,
  rows,
}: {
  label: string;
  heads: readonly string[];
  rows: readonly { readonly key: string; readonly row: number; readonly cells: readonly ReactNode[] }[];
}) => (
  <ScrollRegion label={label} className="max-h-[45vh] rounded-md border border-line">
    <table className="table">
      <thead>
        <tr>
          <th scope="col" className="num">
            Строка
          </th>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, row, cells }) => (
          <tr key={key}>
            <td className="num">{row}</td>
            {cells.map((cell, at) => (
              <td key={heads[at]} className="wrap-anywhere">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollRegion>
);

/** Table of the errors in an imported file. Nothing is rendered without errors. */
export const ImportErrors = ({ errors }: { errors: ImportReport["errors"] }) =>
  errors.length > 0 && (
    <ReviewTable
      label="Ошибки таблицы"
      heads={["Столбец", "Ошибка"]}
      rows={errors.map(({ row, column, message }) => ({
        key: `${row} ${column} ${message}`,
        row,
        cells: [
          column ?? "—",
          <span key="message" className="text-negative">
            {message}
          </span>,
        ],
      }))}
    />
  );

/**
 * Table of the dishes that an imported file adds or changes. If `rows` contains only the first of `count` rows, a
 * text says so.
 */
export const ImportRows = ({ rows, count }: { rows: ImportReport["rows"]; count: number }) =>
  rows.length > 0 && (
    <>
      <ReviewTable
        label="Что изменится"
        heads={["Позиция", "Было", "Стало"]}
        rows={rows.map(({ row, change, name, was, now }) => ({
          key: String(row),
          row,
          cells: [
            name,
            <span key="was" className="text-muted">
              {change === "add" ? "новая" : was}
            </span>,
            now,
          ],
        }))}
      />
      {rows.length < count && <p className="text-sm text-muted">Показаны первые {rows.length} строк.</p>}
    </>
  );
