/** Fewest and most characters of a password. */
export const PASSWORD_LENGTH = { min: 8, max: 200 } as const;

const same = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/** What is wrong with a new password, as a sentence; undefined when it will do. The user name is compared where it is known. */
export const passwordProblem = (password: string, userName?: string): string | undefined => {
  const { min, max } = PASSWORD_LENGTH;
  if (password.length < min) return `Пароль слишком короткий: нужно не меньше ${min} знаков.`;
  if (password.length > max) return `Пароль слишком длинный: можно не больше ${max} знаков.`;
  if (userName !== undefined && same(password, userName)) return "Пароль не должен совпадать с именем пользователя.";
  return undefined;
};
