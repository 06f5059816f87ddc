const MAX_LENGTH = 300;

/**
 * Pattern for texts that are meant for developers: with markup, JSON, line breaks, stack frames or names of exceptions.
 */
const TECHNICAL = /[<{\n\r]| at |Exception|Error/;

const isPlain = (text: string): boolean => text.length <= MAX_LENGTH && !TECHNICAL.test(text);

/** Returns true if a body is an RFC 9457 problem of this product's server. Its texts are meant for the user. */
const isOwnProblem = (body: object): boolean =>
  typeof Reflect.get(body, "status") === "number" &&
  ["type", "title", "message", "traceId"].every((name) => typeof Reflect.get(body, name) === "string");

/**
 * Returns the text of an error answer if it may be shown to the user, otherwise undefined. A text of another server may
 * be shown only for a 4xx, and must be short and contain no markup, JSON or stack trace.
 */
export const readProblemText = (status: number, body: unknown, text: unknown): string | undefined => {
  if (typeof body !== "object" || body === null || typeof text !== "string" || text === "") return undefined;
  return isOwnProblem(body) || (status < 500 && isPlain(text)) ? text : undefined;
};
