import type { Failure } from "#machines/core/failure.ts";

const FAULT = "Не получилось. Повторите или обратитесь в поддержку.";
const DOUBTFUL = "Сервер не ответил как надо: действие могло выполниться. Проверьте это, прежде чем повторять.";
const NOT_STORED = "Браузер не сохранил действие, поэтому оно не отправлено. Обновите страницу.";

/**
 * Returns the Russian text of a failure, with the trace id of a program or server error, if there is one. Returns
 * undefined without a failure. `doubtText` is the text for a write with an unknown outcome.
 */
export const failureText = (failure: Failure | undefined, doubtText = DOUBTFUL): string | undefined => {
  if (!failure) return undefined;
  if (failure.kind === "doubtful") return doubtText;
  if (failure.kind === "notStored") return NOT_STORED;
  const sentence = failure.message || FAULT;
  return failure.kind === "fault" && failure.traceId ? `${sentence} Код для поддержки: ${failure.traceId}.` : sentence;
};
