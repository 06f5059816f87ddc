/** Joins the class names that are not empty. */
export const classNames = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(" ");
