const MAX_LENGTH = 300;

/** Pattern of what only texts for developers contain: markup, JSON, line breaks, stack frames, names of exceptions. */
const TECHNICAL = /[<{\n\r]| at |Exception|Error/;

const isPlain = (text: string): boolean => text.length <= MAX_LENGTH && !TECHNICAL.test(text);

/** Returns true if a body is the RFC 9457 problem of this product's server, whose texts are for the user. */
const isOwnProblem = (body: object): boolean =>
  typeof Reflect.get(body, "status") === "number" &&
  ["type", "title", "message", "traceId"].every((name) => typeof Reflect.get(body, name) === "string");

/**
 * Returns a text of an error answer if it may be shown to the user, or undefined. The text of another server is shown
 * only for a 4xx, if it has at most 300 characters and contains neither markup, JSON nor a stack trace.
 */
export const readProblemText = (status: number, body: unknown, text: unknown): string | undefined => {
  if (typeof body !== "object" || body === null || typeof text !== "string" || text === "") return undefined;
  return isOwnProblem(body) || (status < 500 && isPlain(text)) ? text : undefined;
};
