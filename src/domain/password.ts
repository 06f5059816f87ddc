/** Minimum and maximum length of a password, characters. */
export const PASSWORD_LENGTH = { min: 8, max: 200 } as const;

const isSameText = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/**
 * Returns the Russian reason why a new password is invalid, or undefined if it is valid. If `userName` is given, the
 * password must not equal the user name, in any case.
 */
export const passwordProblem = (password: string, userName?: string): string | undefined => {
  const { min, max } = PASSWORD_LENGTH;
  if (password.length < min) return `Пароль слишком короткий: нужно не меньше ${min} знаков.`;
  if (password.length > max) return `Пароль слишком длинный: можно не больше ${max} знаков.`;
  if (userName !== undefined && isSameText(password, userName))
    return "Пароль не должен совпадать с именем пользователя.";
  return undefined;
};
