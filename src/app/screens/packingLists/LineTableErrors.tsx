import type { TableReason } from "#machines/catalogue/itemImport.ts";
import { failureText } from "../../services/failureText.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorBox } from "../../ui/ErrorBox.tsx";
import type { LineTable } from "./useLineTable.ts";

const reasons: Readonly<Record<TableReason, string>> = {
  notTable: "Это не таблица. Выберите файл XLSX или CSV.",
  tooLarge: "Файл больше 5 МБ.",
  empty: "Файл пуст.",
};

/**
 * Error box for a table file that cannot be read, or for table rows that were not added. It lists the row and the
 * column of the first 20 errors.
 */
export const LineTableErrors = ({ table: { reason, failure, errors, dismiss } }: { table: LineTable }) => {
  const message = reason ? reasons[reason] : failureText(failure);
  if (!message && errors.length === 0) return null;
  return (
    <ErrorBox
      title={errors.length > 0 ? "Эти строки таблицы не добавлены" : "Таблица не прочитана"}
      message={message ?? ""}
    >
      {errors.length > 0 && (
        <ul className="w-full list-disc pl-5 text-sm wrap-anywhere">
          {errors.slice(0, 20).map(({ row, column, message: text }) => (
            <li key={`${row} ${column} ${text}`}>
              Строка {row}
              {column && `, ${column}`}: {text}
            </li>
          ))}
          {errors.length > 20 && <li>И ещё {errors.length - 20}.</li>}
        </ul>
      )}
      <Button onClick={dismiss}>Понятно</Button>
    </ErrorBox>
  );
};
