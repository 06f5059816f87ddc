const MAX_DEPTH = 20;
const FORBIDDEN_KEYS = new Set(["__proto__", "constructor", "prototype"]);

const isBadText = (text: string): boolean => /\0|\p{Surrogate}/u.test(text);

const keyFlawOf = (key: string): string | undefined => {
  if (FORBIDDEN_KEYS.has(key)) return `Недопустимое имя поля: ${key}.`;
  return isBadText(key) ? "Текст содержит недопустимые символы." : undefined;
};

/**
 * Returns an error message for input that is dangerous or that the database cannot store. Returns undefined for
 * safe input.
 */
export const findUnsafeInput = (value: unknown, depth = 0): string | undefined => {
  if (typeof value === "string") return isBadText(value) ? "Текст содержит недопустимые символы." : undefined;
  if (value === null || typeof value !== "object") return undefined;
  if (depth >= MAX_DEPTH) return `Вложенность данных больше ${MAX_DEPTH}.`;
  for (const [key, inner] of Object.entries(value)) {
    const flaw = keyFlawOf(key) ?? findUnsafeInput(inner, depth + 1);
    if (flaw) return flaw;
  }
  return undefined;
};
