import type { Failure } from "#machines/core/failure.ts";

const FAULT = "Не получилось. Повторите или обратитесь в поддержку.";

/** Returns the Russian sentence for a failure, with the trace id to quote to the support where there is one. */
export const failureText = (failure: Failure | undefined): string | undefined => {
  if (!failure) return undefined;
  const sentence = failure.message || FAULT;
  return failure.kind === "fault" && failure.traceId ? `${sentence} Код для поддержки: ${failure.traceId}.` : sentence;
};
