import type { Failure } from "#machines/core/failure.ts";

const FAULT = "Не получилось. Повторите или обратитесь в поддержку.";
const NOT_STORED = "Браузер не смог записать действие в журнал, поэтому оно не отправлено. Обновите страницу.";

/** Returns the Russian sentence for a failure, with the trace id to quote to the support where there is one. */
export const failureText = (failure: Failure | undefined): string | undefined => {
  if (!failure) return undefined;
  if (failure.kind === "notStored") return NOT_STORED;
  const sentence = failure.message || FAULT;
  return failure.kind === "fault" && failure.traceId ? `${sentence} Код для поддержки: ${failure.traceId}.` : sentence;
};
