/**
 * Pattern for the start of a text that a spreadsheet may evaluate as a formula. The text starts with an apostrophe, a
 * tab or a carriage return, or with =, +, - or @ after optional spaces and invisible characters.
 */
const RISKY = String.raw`(?:['\t\r]|[\s\p{Cc}\p{Cf}]*[=+\-@])`;
const RISKY_TEXT = new RegExp(`^${RISKY}`, "u");
const ESCAPED_TEXT = new RegExp(`^'${RISKY}`, "u");

/**
 * Puts an apostrophe before a text that a spreadsheet may evaluate as a formula. This prevents CSV injection. A text
 * that starts with an apostrophe gets another one, so that `removeApostrophe` restores every text.
 */
export const escapeFormula = (text: string): string => (RISKY_TEXT.test(text) ? `'${text}` : text);

/** Removes the apostrophe that `escapeFormula` adds. */
export const removeApostrophe = (text: string): string => (ESCAPED_TEXT.test(text) ? text.slice(1) : text);
