const MAX_LENGTH = 300;

/** Marks of a text for developers: markup, JSON, a line break, a stack frame, the name of an exception. */
const TECHNICAL = /[<{\n\r]| at |Exception|Error/;

const isPlain = (text: string): boolean => text.length <= MAX_LENGTH && !TECHNICAL.test(text);

/** Returns true if a body is the RFC 9457 problem of this product's server, whose texts are for the user. */
const isOwnProblem = (body: object): boolean =>
  typeof Reflect.get(body, "status") === "number" &&
  ["type", "title", "message", "traceId"].every((name) => typeof Reflect.get(body, name) === "string");

/**
 * Returns a text of an error answer if it may be shown to the user, or undefined. A foreign server's text is shown only
 * for a 4xx, and only if it has at most 300 characters and looks like neither markup, JSON nor a stack.
 */
export const readProblemText = (status: number, body: unknown, text: unknown): string | undefined => {
  if (typeof body !== "object" || body === null || typeof text !== "string" || text === "") return undefined;
  return isOwnProblem(body) || (status < 500 && isPlain(text)) ? text : undefined;
};
