import type { ImportReport } from "#machines/catalogue/itemImport.ts";

/** Returns a Russian summary of an import, or of the check before it. */
export const describeImport = ({ isWritten, added, updated, unchanged, errors }: ImportReport): string => {
  if (errors.length > 0) return `Найдены ошибки: ${errors.length}. Исправьте файл: пока они есть, не запишется ничего.`;
  const counts = [`новых ${added}`, `изменённых ${updated}`, `без изменений ${unchanged}`].join(", ");
  return isWritten ? `Записано: ${counts}.` : `Ошибок нет: ${counts}.`;
};
